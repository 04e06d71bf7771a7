// What the other side did, as a story: moves that follow each other are one thing, a combat is one thing, the rest stands alone.
import { plural } from '../lib/dom.js';
import { eventsOf, inBattles, thrownAt } from './battle.js';

/** @typedef {import('../types').EntryView} Entry */
/** @typedef {import('../types').EventView} Told */
/** @typedef {import('./battle.js').Battle} Battle */
/** @typedef {{ point: number, event: Told }} Step */
/**
 * @typedef {object} Item one thing that happened
 * @property {Step[]} steps more than one of a line: the same, said again
 * @property {'moves' | 'battle' | 'line'} kind
 * @property {Battle} [battle]
 * @property {number[]} stops the points at which one looks at it: a combat before its dice and after all of it
 */

/** A piece that goes somewhere, enters or leaves. @param {Told} event */
const isMove = (event) => event.weight === 'plain' && event.pieces.length > 0 && event.places.length > 0;

/** The same said again of something else, and nowhere: draws, purchases. @param {Told} a @param {Told} b */
const alike = (a, b) =>
  [a, b].every((e) => e.weight === 'plain' && !e.die && !e.pieces.length && !e.places.length) &&
  a.rule === b.rule;

/** @param {Entry[]} entries @returns {Item[]} */
export function storyOf(entries) {
  /** @type {Item[]} */
  const items = [];
  for (const item of inBattles(entries)) {
    if ('battle' in item) {
      const { battle } = item;
      const steps = battle.entries.flatMap((e) => e.events.map((event) => ({ point: e.point, event })));
      if (!steps.length) continue;
      const after = battle.entries[battle.entries.length - 1].point + 1;
      items.push({ kind: 'battle', battle, steps, stops: [...new Set([thrownAt(battle), after])] });
      continue;
    }
    for (const event of item.entry.events) {
      const step = { point: item.entry.point, event };
      const stops = [step.point + 1];
      const last = items[items.length - 1];
      const again = last?.kind === 'line' && alike(last.steps[0].event, event);
      if (again) Object.assign(last, { steps: [...last.steps, step], stops });
      else if (!isMove(event)) items.push({ kind: 'line', steps: [step], stops });
      else if (last?.kind === 'moves') Object.assign(last, { steps: [...last.steps, step], stops });
      else items.push({ kind: 'moves', steps: [step], stops });
    }
  }
  return items;
}

/** The whole way each piece went, whatever it took in steps. @param {Step[]} steps @returns {string[][]} */
export function waysOf(steps) {
  /** @type {Map<string, string[]>} */
  const ways = new Map();
  for (const { event } of steps) {
    if (!isMove(event) || event.places.length < 2) continue;
    for (const id of event.pieces) {
      const way = ways.get(id);
      if (way && way[way.length - 1] === event.places[0]) way.push(...event.places.slice(1));
      else ways.set(id, [...event.places]);
    }
  }
  // units that went the same way together are one arrow
  return [...new Map([...ways.values()].map((way) => [way.join(' '), way])).values()];
}

/** The pieces of some steps, each once, in their order. @param {Step[]} steps */
export const piecesOf = (steps) => [...new Set(steps.flatMap((s) => s.event.pieces))];

/** Where something happens: where a combat is, else where pieces went. @param {Item} item */
export const placesOf = ({ battle, steps }) =>
  battle?.target ? [battle.target] : [...new Set(steps.flatMap((s) => s.event.places.slice(-1)))];

/** How it went in one line. @param {Item[]} items */
export function sumOf(items) {
  const steps = items.flatMap((item) => item.steps);
  const moved = new Set(
    items.filter((item) => item.kind === 'moves').flatMap((item) => piecesOf(item.steps)),
  );
  const fights = items.filter((item) => item.battle && eventsOf(item.battle).some((e) => e.die)).length;
  const losses = steps.filter((s) => s.event.weight === 'loss').length;
  return [
    moved.size && `${plural(moved.size, 'unit')} moved`,
    fights && plural(fights, 'combat'),
    losses && (losses === 1 ? '1 loss' : `${losses} losses`),
  ]
    .filter(Boolean)
    .join(', ');
}
