// What happened, shown: counters slide along their routes one after the other, dice are seen to fall. Any key or click finishes it.
import { calm, h } from '../lib/dom.js';
import { die } from '../pieces/icons.js';
import { spot } from './lights.js';

/** @typedef {import('../types').EntryView} Entry */
/** @typedef {import('../types').EventView} Told */
/** @typedef {import('../board/board.js').Board} Board */
/** @typedef {{ from: number, to: number, route: string[] }} Leg part of a piece's way, and when it goes it, in milliseconds */

/** A hex takes so long, a move at most so long, and all moves together at most so long, in milliseconds. */
const HEX = 70;
const MOVE = 420;
const ALL = 9000;

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

let run = 0;
/** Takes away what is still lit from the last thing shown, and ends what still slides. */
let clear = () => {};
const finish = () => {
  run++;
  clear();
  clear = () => {};
  document.querySelector('.dice-throw')?.remove();
};
addEventListener('keydown', finish, true);
addEventListener('pointerdown', finish, true);

/** @param {Told} event */
function showDie(event) {
  document.querySelector('.dice-throw')?.remove();
  const el = h(
    'div',
    { class: 'dice-throw', 'aria-hidden': 'true' },
    die(event.die ?? 1, 'huge'),
    h('span', {}, event.text),
  );
  document.querySelector('.board')?.append(el);
  setTimeout(() => el.remove(), 2200);
}

/**
 * When each piece goes its ways: one move after the other, faster where there are many.
 * @param {Told[]} moves @returns {{ legs: Map<string, Leg[]>, total: number }}
 */
export function timetable(moves) {
  const times = moves.map((e) => Math.min(MOVE, HEX * e.places.length));
  const whole = times.reduce((t, ms) => t + ms, 0);
  const pace = Math.min(1, ALL / Math.max(1, whole));
  /** @type {Map<string, Leg[]>} */
  const legs = new Map();
  let now = 0;
  moves.forEach((event, i) => {
    const to = now + times[i] * pace;
    for (const id of event.pieces)
      legs.set(id, [...(legs.get(id) ?? []), { from: now, to, route: event.places }]);
    now = to;
  });
  return { legs, total: now };
}

/** All counters stand where they were and set out one after the other. @param {Board} board @param {Told[]} moves */
function slide(board, moves) {
  const { legs, total } = timetable(moves);
  const slides = [...legs].map(([id, list]) => board.slide(id, list, total)).filter((a) => a !== null);
  clear = () => slides.forEach((a) => a.cancel());
  return Promise.all(slides.map((a) => a.finished.catch(() => {})));
}

/** @param {Board} board @param {Entry[]} entries @param {boolean} own what this page did itself needs no spotlight */
export async function play(board, entries, own) {
  if (calm() || !entries.length) return;
  finish();
  const me = run;
  const events = entries.flatMap((e) => e.events);
  await slide(
    board,
    events.filter((e) => e.pieces.length > 0 && e.places.length > 1),
  );
  if (me !== run) return;
  const thrown = events.filter((e) => e.die);
  if (thrown.length) showDie(thrown[thrown.length - 1]);
  if (own) return;
  const last = [...events].reverse().find((e) => e.places.length > 0);
  if (!last) return;
  spot(board, last);
  clear = () => board.clear('spot');
  void pause(1400).then(() => me === run && clear());
}
