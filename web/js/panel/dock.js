// The turn track and the replay bar.
import { h, sideName } from '../lib/dom.js';
import { button, iconButton } from './bits.js';

/** `17 October 1936 – 22 October 1936` as `17 Oct`, `24–25 August` as `24–25 Aug`. @param {string} date */
function shortDate(date) {
  const plain = date.replace(/ ?\b1\d{3}\b/g, '').replace(/([A-Z][a-z]{2})[a-z]+/g, '$1');
  return plain.length > 12 ? plain.split(/ ?[–-] /)[0] : plain;
}

/** @param {import('../types').TurnSheet[]} turns @param {number} current @param {(id: string) => string} nameOf @param {(turn: number) => void} go */
export function turnTrack(turns, current, nameOf, go) {
  // many turns leave room for the days alone, still more for the first day
  const dated = (/** @type {string} */ date) => {
    const days = shortDate(date).replace(/ ?[A-Z][a-z]{2}\b/g, '');
    return turns.length < 10 ? shortDate(date) : turns.length < 13 ? days : days.split(/[-–]/)[0];
  };
  return h(
    'ol',
    { class: 'turn-track', 'aria-label': 'Turns' },
    turns.map((t) => {
      const due = t.due.map(([side, ids]) => `${sideName(side)}: ${ids.map(nameOf).join(', ')}`);
      const title = [t.date, ...t.notes, ...due].filter(Boolean).join('\n');
      return h(
        'li',
        {
          class: t.turn === current ? 'now' : t.turn < current ? 'past' : '',
          title,
          'aria-current': t.turn === current ? 'true' : null,
          on: { click: () => go(t.turn) },
        },
        h('b', {}, t.turn),
        h('small', {}, dated(t.date)),
        h(
          'span',
          { class: 'arrivals' },
          t.due.map(([side, ids]) => ids.length > 0 && h('i', { class: side }, ids.length)),
        ),
      );
    }),
  );
}

/**
 * Replay: step, play, slide, jump to a turn, branch.
 * @param {{ at: number, end: number, live: boolean, playing: boolean, turns: { turn: number, point: number }[],
 *   go: (point: number) => void, play: () => void, toLive: () => void }} how
 */
export function replayBar({ at, end, live, playing, turns, go, play, toLive }) {
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: end,
    value: at,
    'aria-label': 'Point of the game',
    on: { input: () => go(Number(slider.value)) },
  });
  const width = Math.max(1, end);
  /** @type {number} */
  let last = -1;
  const ticks = turns
    .filter((t) => t.turn > 0)
    .map((t) => {
      const place = (100 * t.point) / width;
      if (place - last < 7) return null;
      last = place;
      return h(
        'button',
        {
          type: 'button',
          title: `Turn ${t.turn}`,
          style: { left: `${place.toFixed(2)}%` },
          on: { click: () => go(t.point) },
        },
        t.turn,
      );
    });
  return h(
    'div',
    { class: `replay ${live ? 'live' : 'past'}`, role: 'group', 'aria-label': 'Replay' },
    iconButton('first', 'To the start', () => go(0)),
    iconButton('back', 'Step back ([)', () => go(Math.max(0, at - 1))),
    iconButton(playing ? 'pause' : 'play', playing ? 'Pause' : 'Play', play),
    iconButton('next', 'Step on (])', () => go(Math.min(end, at + 1))),
    iconButton('last', 'To the present', toLive),
    h('div', { class: 'slider' }, slider, h('div', { class: 'ticks' }, ticks)),
    h('span', { class: 'at' }, live ? h('b', {}, 'live') : [h('b', {}, at), ` / ${end}`]),
    !live && button('Live', { cls: 'small primary', on: toLive }),
  );
}
