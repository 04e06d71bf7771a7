// A combat as one thing: what belongs to it in the log, who met whom, how it was reckoned, what was thrown and what became of it.
import { h } from '../lib/dom.js';
import { picture } from '../pieces/counter.js';
import { die } from '../pieces/icons.js';
import { ledger } from '../panel/odds.js';

/** @typedef {import('../types').EntryView} Entry */
/** @typedef {import('../types').EventView} Told */
/** @typedef {{ kind: import('../types').FightKind, target: string | null, entries: Entry[] }} Battle */
/** @typedef {{ entry: Entry } | { battle: Battle }} Item */

/** What a combat is called. @type {Record<import('../types').FightKind, string>} */
const NAMES = {
  attack: 'Attack on',
  bombardment: 'Bombardment of',
  combat: 'Combat in',
  assault: 'Assault on',
  fire: 'Fire at',
};

/** The log with all that belongs to one combat in one item. @param {Entry[]} entries @returns {Item[]} */
export function inBattles(entries) {
  /** @type {Item[]} */
  const items = [];
  /** @type {Battle | null} */
  let battle = null;
  for (const entry of entries) {
    const { fight } = entry;
    if (!fight) {
      battle = null;
      items.push({ entry });
      continue;
    }
    const another = battle?.target && fight.target && battle.target !== fight.target;
    if (!battle || fight.first || another) {
      battle = { kind: fight.kind, target: fight.target, entries: [] };
      items.push({ battle });
    }
    battle.target ??= fight.target;
    battle.entries.push(entry);
  }
  return items;
}

/** @param {Battle} battle */
export const eventsOf = (battle) => battle.entries.flatMap((e) => e.events);

/** The last combat of a log, if nothing else has happened since but what it led to. @param {Entry[]} entries @returns {Battle | null} */
export function lastBattle(entries) {
  const last = inBattles(entries.slice(-60)).findLast((item) => 'battle' in item);
  return last && 'battle' in last ? last.battle : null;
}

/** @param {Battle} battle @param {(place: string) => string} nameOf */
export const titleOf = ({ kind, target }, nameOf) =>
  target ? `${NAMES[kind]} ${nameOf(target)}` : NAMES[kind].replace(/ \w+$/, '');

/** What was thrown in it, as dice. @param {Battle} battle @param {string} [cls] */
export const diceOf = (battle, cls = '') => eventsOf(battle).flatMap((e) => (e.die ? [die(e.die, cls)] : []));

/** What it came to, in words: the last two things decided in it, and what was lost and taken since. @param {Battle} battle @returns {string} */
export function outcomeOf(battle) {
  const events = eventsOf(battle);
  const decided = events.filter((e) => e.weight === 'result');
  const told = decided.length ? decided.slice(-2) : events.filter((e) => e.die).slice(-1);
  const since = events.slice(events.indexOf(told[0]) + 1);
  const taken = (/** @type {Told} */ e) =>
    e.weight === 'plain' && !e.pieces.length && e.places.includes(battle.target ?? '');
  const came = since.filter((e) => !told.includes(e) && (e.weight === 'loss' || taken(e)));
  return [...told, ...came].map((e) => e.text).join(' ');
}

/** The point before its first throw: there all that counts is known and nothing has fallen yet. @param {Battle} battle */
export function thrownAt(battle) {
  const thrown = battle.entries.find((e) => e.events.some((x) => x.die));
  return (thrown ?? battle.entries[battle.entries.length - 1]).point;
}

/** Who met whom, and how it was reckoned: asked for when somebody wants to see it, and kept. */
export class Reckonings {
  /** @type {Map<number, Promise<HTMLElement[]>>} */
  #kept = new Map();

  /** @param {import('./session.js').Session} session @param {import('./pieces.js').Pieces} pieces */
  constructor(session, pieces) {
    this.session = session;
    this.pieces = pieces;
  }

  /** What one player looked at is not for the next. */
  forget() {
    this.#kept.clear();
  }

  /** @param {Battle} battle @returns {HTMLElement} */
  of(battle) {
    const place = h('div', { class: 'reckoning' });
    const point = thrownAt(battle);
    const known = this.#kept.get(point) ?? this.#ask(point);
    this.#kept.set(point, known);
    void known.then((parts) => place.replaceChildren(...parts.map((el) => el.cloneNode(true))));
    return place;
  }

  /** @param {number} point @returns {Promise<HTMLElement[]>} */
  async #ask(point) {
    const [state, odds] = await Promise.all([
      this.session.at(point).catch(() => null),
      this.session.oddsAt(point),
    ]);
    const fight = state?.view.fight;
    const lying = new Map(state?.view.pieces.map((p) => [p.id, p]));
    const side = (/** @type {string} */ title, /** @type {string[]} */ ids) =>
      h(
        'div',
        { class: 'parties' },
        h('h5', {}, title),
        h(
          'span',
          { class: 'pieces' },
          ids.map((id) => {
            const piece = lying.get(id);
            const unit = piece ? this.pieces.roster.unit(piece) : this.pieces.unit(id);
            return unit && picture(unit, 40);
          }),
          !ids.length && h('small', {}, 'none that is known'),
        ),
      );
    return [
      ...(fight ? [side('Attackers', fight.attackers), side('Defenders', fight.defenders)] : []),
      ...(odds ? [ledger(odds)] : []),
    ];
  }
}
