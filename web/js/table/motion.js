// What happened, shown: counters slide along their routes, dice are seen to fall. Any key or click finishes it.
import { calm, h } from '../lib/dom.js';
import { die } from '../pieces/icons.js';
import { spot } from './lights.js';

/** @typedef {import('../types').Entry} Entry */

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

let run = 0;
/** Takes away what is still lit from the last thing shown. */
let clear = () => {};
const finish = () => {
  run++;
  clear();
  document.querySelector('.dice-throw')?.remove();
};
addEventListener('keydown', finish, true);
addEventListener('pointerdown', finish, true);

/** @param {import('../types').Told} event */
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

/** @param {import('../board/board.js').Board} board @param {Entry[]} entries @param {boolean} own what this page did itself needs no spotlight */
export async function play(board, entries, own) {
  if (calm() || !entries.length) return;
  const me = ++run;
  const events = entries.flatMap((e) => e.events);
  const moves = events.filter((e) => e.pieces.length > 0 && e.places.length > 1);
  const thrown = events.filter((e) => e.die);
  for (const event of moves.slice(-8)) {
    if (me !== run) return;
    await Promise.all(event.pieces.map((id) => board.slide(id, event.places)));
  }
  if (me !== run) return;
  if (thrown.length) showDie(thrown[thrown.length - 1]);
  if (own) return;
  const last = [...events].reverse().find((e) => e.places.length > 0);
  if (!last) return;
  spot(board, last);
  clear = () => board.clear('spot');
  await pause(1400);
  if (me === run) clear();
}
