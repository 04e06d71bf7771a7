// A server of its own, a browser, and a few ways to play a page as a person would.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

/** @typedef {import('../../web/node_modules/playwright-core').Page} Page */
/** @typedef {import('../../web/node_modules/playwright-core').Browser} Browser */
/** @typedef {import('../../web/node_modules/playwright-core').BrowserContextOptions} ContextOptions */

const require = createRequire(new URL('../../web/package.json', import.meta.url));
/** @type {typeof import('../../web/node_modules/playwright-core')} */
const { chromium } = require('playwright-core');

const root = fileURLToPath(new URL('../..', import.meta.url));
export const pictures = join(root, 'test-results');

/** Starts the program on a free port with an empty database. */
async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'frente-'));
  const program = process.env.FRENTE ?? join(root, 'target/release/frente');
  const args = ['serve', '--port', '0', '--no-open', '--database', join(folder, 'games.sqlite')];
  const server = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, RUST_LOG: 'warn' },
  });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (text) => {
      said += text;
      const at = /http:\/\/[\d.:]+/.exec(said);
      if (at) resolve(at[0]);
    });
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  return {
    url,
    stop: () =>
      new Promise((done) => {
        server.on('exit', () => {
          rmSync(folder, { recursive: true, force: true });
          done(undefined);
        });
        server.kill('SIGTERM');
      }),
  };
}

const startBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** A server and a browser; who starts them ends them. */
export async function launch() {
  const server = await startServer();
  try {
    return { server, browser: await startBrowser() };
  } catch (e) {
    await server.stop();
    throw e;
  }
}

/** A server and a browser for all tests of a file; both end with them. */
export async function openTable() {
  const { server, browser } = await launch();
  after(async () => {
    await browser.close();
    await server.stop();
  });
  return { server, browser };
}

/** What a message of the socket says, packed or not. @param {string | Buffer} payload */
const textOf = (payload) => (typeof payload === 'string' ? payload : inflateSync(payload).toString());

/** A person at a browser of his own. Any message in the console or error of the page fails the test. */
export class Person {
  /** @type {string[]} */
  complaints = [];
  /** Everything the socket brought. @type {string[]} */
  frames = [];

  /** @param {Page} page @param {string} base */
  constructor(page, base) {
    this.page = page;
    this.base = base;
    page.on('console', (m) => this.complaints.push(`${m.type()}: ${m.text()}`));
    page.on('pageerror', (e) => this.complaints.push(String(e.stack ?? e)));
    page.on('websocket', (ws) => ws.on('framereceived', (f) => this.frames.push(textOf(f.payload))));
  }

  /** @param {Browser} browser @param {string} base @param {ContextOptions} [how] */
  static async at(browser, base, how = {}) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...how,
    });
    return new Person(await context.newPage(), base);
  }

  /** @param {string} path */
  async go(path) {
    await this.page.goto(new URL(path, this.base).href);
    if (!path.startsWith('/play')) return;
    try {
      await this.page.waitForSelector('.stack', { timeout: 15_000 });
    } catch {
      // a machine with other things to do: said, and tried once more, as a person would
      console.log(`${path} did not open in 15 s: ${await this.page.locator('body').innerText()}`);
      await this.page.reload();
      await this.page.waitForSelector('.stack');
    }
  }

  /** The prompt. */
  ask() {
    return this.page.locator('.ask').innerText();
  }

  /** Waits until this page decides. */
  async myTurn() {
    await this.page.waitForFunction(
      () => /your decision|game over/.test(document.querySelector('.turn-of em')?.textContent ?? ''),
      null,
      {
        timeout: 60_000,
      },
    );
  }

  /** How many actions the game has. */
  async point() {
    return Number(await this.page.locator('.dock .replay input').getAttribute('max'));
  }

  /** Does something and waits until the game has changed, or the screen changes hands. @param {() => Promise<unknown>} what */
  async acts(what) {
    const before = await this.point();
    await what();
    await this.#changed(before);
  }

  /** How often the screen was covered and handed over. */
  covers = 0;
  /** Does whoever is called take the screen at once, or does the test say who takes it? */
  quickHands = true;

  /** Waits until the game has changed, or a piece was picked; takes the screen if it is handed over. @param {number} before @param {string} [or] */
  async #changed(before, or = '.cover') {
    await this.page.waitForFunction(
      ([n, other]) =>
        Number(document.querySelector('.dock .replay input')?.getAttribute('max')) !== n ||
        document.querySelector(`.cover, ${other}`),
      /** @type {const} */ ([before, or]),
    );
    const cover = this.page.locator('.cover');
    if (!this.quickHands || !(await cover.count())) return;
    this.covers++;
    await cover.locator('.btn').click();
    await cover.waitFor({ state: 'detached' });
  }

  /** Both sides at this screen, which is covered when it changes hands. @param {object} match game, scenario, seed */
  async sharesScreen(match) {
    this.quickHands = false;
    const { republican: link } = await makeMatch(this.base, { republican: 'me', nationalist: 'me' }, match);
    const games = JSON.stringify([{ token: link.split('#')[1], links: {}, cover: true, at: 1 }]);
    await this.page.addInitScript((text) => localStorage.setItem('frente.games', text), games);
    await this.page.goto(new URL(link, this.base).href);
  }

  /** The player of a side takes the screen; until then it shows nothing. @param {'republican' | 'nationalist'} side */
  async takesScreen(side) {
    const { page } = this;
    await page.waitForSelector(`.cover.${side}`);
    const shown = await page.evaluate(() =>
      ['.panel', '.board', '.dock'].filter((part) => {
        const el = document.querySelector(part);
        return el && getComputedStyle(el).visibility !== 'hidden';
      }),
    );
    assert.deepEqual(shown, [], 'nothing shows under the cover');
    await page.locator('.cover .btn').click();
    await page.waitForSelector('.cover', { state: 'detached' });
    await page.waitForSelector('.prompt');
  }

  /** Hands the screen over if the game asks for it. */
  async handsOver() {
    const cover = this.page.locator('.cover .btn');
    if (await cover.count()) await cover.click();
  }

  /** Where on the screen an area's badge is. @param {string} area */
  async areaOnScreen(area) {
    const box = await this.page.locator(`.area-badge[data-area="${area}"]`).boundingBox();
    assert.ok(box, `area ${area} is on the map`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Drags with the mouse. @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
  async drags(from, to) {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await mouse.move(to.x, to.y, { steps: 3 });
    await mouse.up();
  }

  /** @param {string} text a row of a list */
  async choose(text) {
    await this.acts(() => this.page.locator('.choices li', { hasText: text }).first().click());
  }

  /** Chooses by what is named in a row's notation. @param {string} id */
  async chooseFor(id) {
    await this.acts(() => this.page.locator(`.choices li[data-row*="${id}"]`).first().click());
  }

  /** @param {string | RegExp} name */
  async press(name) {
    await this.acts(() => this.page.locator('.prompt').getByRole('button', { name }).first().click());
  }

  /** Ends the phase, and says yes if asked. */
  async endPhase() {
    await this.acts(async () => {
      await this.page.locator('.prompt [data-end]').click();
      const sure = this.page.locator('.prompt.warn [data-main]');
      if (await sure.count()) await sure.click();
    });
  }

  /** Gives the answer that lies first: a button, else a row; a piece that has to be picked first is picked. */
  async answer() {
    const first = this.page.locator('.prompt .btn:not([data-back]), .choices li').first(); // Back is no answer
    const before = await this.point();
    await first.click();
    await this.#changed(before, '.choices [aria-selected=true], .prompt.warn');
    if ((await this.point()) === before) await this.acts(() => first.click());
  }

  /** Goes to a place of the map by its number. @param {string} place */
  async find(place) {
    await this.page.locator('.view').focus();
    await this.page.keyboard.press('/');
    await this.page.keyboard.type(place);
    await this.page.keyboard.press('Enter');
    await this.page.waitForTimeout(60);
    const at = await this.placeOnScreen(place);
    assert.ok(at, `${place} is on the screen`);
    return at;
  }

  /** Throws a die of one’s own. @param {number} pips */
  async throws(pips) {
    await this.acts(() => this.page.locator(`.prompt .btn[data-line="roll ${pips}"]`).click());
  }

  /** What a side’s card says. @param {string} side @param {string} title */
  async figure(side, title) {
    const fact = this.page.locator(`.side-card.${side} .fact`, { hasText: title });
    return (await fact.locator('b').innerText()).trim();
  }

  /** Nothing of the panel sticks out of it, nothing of the page out of the window. */
  async fits() {
    const out = await this.page.evaluate(() => {
      const wide = [...document.querySelectorAll('.scroll, .tray, .banner, .side-card')].filter(
        (el) => el.scrollWidth > el.clientWidth + 1,
      );
      const root = document.documentElement;
      if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) wide.push(root);
      return wide.map((el) => `${el.tagName}.${el.className} ${el.scrollWidth} > ${el.clientWidth}`);
    });
    assert.deepEqual(out, []);
  }

  /** The same thing on two sizes of screen. @param {string} name */
  async pictures(name) {
    for (const [width, height] of [
      [1024, 768],
      [1440, 900],
    ]) {
      await this.page.setViewportSize({ width, height });
      await this.page.waitForTimeout(120);
      await this.fits();
      await this.picture(`${name}-${width}`);
    }
  }

  /** Where on the screen the middle of a place is. @param {string} place */
  async placeOnScreen(place) {
    return this.page.evaluate((id) => {
      const text = [...document.querySelectorAll('.hex-numbers text')].find((el) => el.textContent === id);
      const box = text?.getBoundingClientRect();
      const k = Number(
        /scale\(([\d.]+)\)/.exec(document.querySelector('.world')?.getAttribute('style') ?? '')?.[1] ?? 1,
      );
      if (box) return { x: box.x + box.width / 2, y: box.y + box.height / 2 + 31 * k };
      // a number under a name is not drawn: what lies there, or its light, says where it is
      const there = document.querySelector(`.lit[data-place="${id}"], .stack[data-key^="${id}|"]`);
      const at = there?.getBoundingClientRect();
      return at ? { x: at.x + at.width / 2, y: at.y + at.height / 2 } : null;
    }, place);
  }

  /** @param {string} name */
  async picture(name) {
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }

  /** The page must have said nothing. */
  quiet() {
    assert.deepEqual(this.complaints, []);
  }

  async leave() {
    await this.page.context().close();
  }
}

/** Makes a match over HTTP. @param {string} base @param {Record<string, string>} seats @param {object} [more] @returns {Promise<Record<string, string>>} its links */
export async function makeMatch(base, seats, more = {}) {
  const body = {
    game: 'aragon',
    scenario: 'belchite',
    options: {},
    dice: 'seeded',
    seats,
    ...more,
  };
  const answer = await fetch(`${base}/api/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const made = await answer.json();
  assert.ok(made.links, JSON.stringify(made));
  return made.links;
}
