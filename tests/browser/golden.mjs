// Matches on file, followed in the page: loaded up to a line, and every further line pressed as a person would press it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** @typedef {import('./lib.mjs').Person} Person */
/** @typedef {import('../../web/node_modules/playwright-core').Locator} Locator */

/** Lines that begin a fight. */
const FIGHT = /^(attack|combat|assault) /;
/** Lines that end one, at the latest. */
const OVER = /^(attack|combat|assault|end|pass)\b/;

/** A match on file: its first line, and what was done in it. @param {string} game @param {string} scenario */
export function golden(game, scenario) {
  const file = new URL(`../../crates/games/${game}/tests/golden/${scenario}.frente`, import.meta.url);
  const [head, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return { head, lines: lines.slice(0, -1) }; // the last one says that it is whole
}

/** Where the first unit sets out that does not stay where it is. @param {string[]} lines */
export const firstMove = (lines) =>
  lines.findIndex((line, i) => /^(unit|move) /.test(line) && /^(move|with|to) /.test(lines[i + 1] ?? ''));

/**
 * Where the first fight begins in which dice are thrown, and the throw. Where everybody always gives way, the first who does stands
 * instead: what comes after is not on file any more.
 * @param {string[]} lines @returns {{ lines: string[], begins: number, thrown: number }}
 */
export function firstFight(lines) {
  const fights = lines.flatMap((line, i) => {
    if (!FIGHT.test(line)) return [];
    const rest = lines.slice(i + 1);
    const end = rest.findIndex((l) => OVER.test(l));
    return { begins: i, acts: rest.slice(0, end < 0 ? rest.length : end) };
  });
  for (const { begins, acts } of fights) {
    const thrown = acts.findIndex((l) => l.startsWith('roll '));
    if (thrown >= 0) return { lines, begins, thrown: begins + 1 + thrown };
  }
  for (const { begins, acts } of fights) {
    const gives = acts.findIndex((l, i) => l.startsWith('retire ') && acts[i - 1] === 'stand');
    const at = begins + 1 + gives;
    if (gives >= 0) return { lines: [...lines.slice(0, at), 'stand', 'roll'], begins, thrown: at + 1 };
  }
  throw new Error('nobody fights in this match');
}

/** Loads the first lines of a match, both seats at this screen. @param {string} base @param {{ head: string, lines: string[] }} match @param {number} upTo @returns {Promise<string>} the link */
export async function loadGolden(base, { head, lines }, upTo) {
  const text = [head, ...lines.slice(0, upTo), ''].join('\n');
  const sha256 = createHash('sha256').update(text).digest('hex');
  const save = `${text}${JSON.stringify({ end: upTo, sha256 })}\n`;
  const answer = await fetch(`${base}/api/matches/load`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ save, seats: { republican: 'me', nationalist: 'me' } }),
  });
  const made = await answer.json();
  assert.ok(made.links, JSON.stringify(made));
  return made.links.republican;
}

/** Somebody who plays a match on file again, by finger or by mouse. */
export class Follower {
  /** @param {Person} me @param {boolean} touch @param {string[]} lines */
  constructor(me, touch, lines) {
    this.me = me;
    this.touch = touch;
    this.lines = lines;
  }

  /** How many actions the game has, wherever the replay bar is. */
  point() {
    return this.me.page.evaluate(() => Number(document.body.dataset.point));
  }

  /** Presses it, unless the page gives the answer itself meanwhile, as it does where there is only one. @param {Locator} what @param {number} before */
  async press(what, before) {
    for (let left = 5; (await this.point()) === before; left--) {
      try {
        return await (this.touch ? what.tap({ timeout: 1500 }) : what.click({ timeout: 1500 }));
      } catch (error) {
        if (!left) throw error;
      }
    }
  }

  /** Waits until the game has more actions than this, or asks whether it is meant. @param {number} before */
  async #goesOn(before) {
    await this.me.page.waitForFunction(
      (n) => Number(document.body.dataset.point) > n || document.querySelector('.prompt.warn'),
      before,
      { timeout: 15_000 },
    );
  }

  /** Presses the row or the button of a line; a unit that has to be taken first is taken. @param {string} line */
  async does(line) {
    const { page } = this.me;
    const before = await this.point();
    const rows = `.choices li[data-row=${JSON.stringify(line)}], .prompt .btn[data-line=${JSON.stringify(line)}]`;
    const units = `.choices li[data-row=${JSON.stringify(line.split(' ')[1] ?? '')}]`;
    await page.waitForFunction(
      ({ what, n }) => Number(document.body.dataset.point) > n || document.querySelector(what),
      { what: `${rows}, ${units}`, n: before },
      { timeout: 8000 },
    );
    const it = page.locator(rows);
    if (!(await it.count())) await this.press(page.locator(units).first(), before);
    await this.press(it.first(), before);
    await this.#goesOn(before);
    if ((await this.point()) === before) {
      await this.press(page.locator('.prompt.warn [data-main]'), before);
      await this.#goesOn(before);
    }
  }

  /** Follows the match up to a line. What the program throws or answers itself is waited for. @param {number} to */
  async follows(to) {
    for (let at = await this.point(); at < to; at = await this.point()) {
      const line = this.lines[at];
      if (/^(roll|draw)\b/.test(line)) await this.#goesOn(at);
      else await this.does(line);
    }
  }
}
