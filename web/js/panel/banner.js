// Game, turn, date, phases, whose decision it is; the cards of the two sides.
import { h, sideName } from '../lib/dom.js';
import { brandMark } from '../pieces/icons.js';
import { emblem, sideChip } from './bits.js';

/** @typedef {import('../types').View} View */
/** @typedef {import('../types').Waits} Waits */

/** How many letters of phases fit. */
const ROOM = 68;

/** A long turn: the phases round the present one; all of them are in the tooltip. @param {number[]} widths @param {number} now */
function fitting(widths, now) {
  let [first, last] = [now, now];
  let left = ROOM - (widths[now] ?? 0);
  for (let grown = true; grown;) {
    grown = false;
    if (last + 1 < widths.length && widths[last + 1] <= left) {
      left -= widths[++last];
      grown = true;
    }
    if (first > 0 && widths[first - 1] <= left) {
      left -= widths[--first];
      grown = true;
    }
  }
  return [first, last];
}

/**
 * @param {{ title: string, view: View, waits: Waits, note: string, tools: Node[] }} how
 */
export function banner({ title, view, waits, note, tools }) {
  const who = waits.kind === 'over' ? (waits.winner ?? null) : (waits.side ?? view.active);
  const now = view.phases.findIndex((p) => p.current);
  const [first, last] = fitting(
    view.phases.map((p) => p.title.length + 4),
    Math.max(0, now),
  );
  const shown = view.phases.slice(first, last + 1);
  return [
    h('a', { class: 'brand', href: '/', title: 'All games' }, brandMark(), h('b', {}, 'Frente')),
    h('h1', { class: 'game', title }, title),
    h(
      'div',
      { class: 'when' },
      view.turn > 0
        ? h(
            'span',
            { class: 'turn' },
            h('small', {}, 'Turn'),
            h('b', {}, view.turn),
            h('small', {}, `of ${view.turns}`),
          )
        : h('span', { class: 'turn' }, h('b', {}, 'Set-up')),
      h('span', { class: 'date' }, view.date),
    ),
    h(
      'ol',
      { class: 'phases', 'aria-label': 'Phases', title: view.phases.map((p) => p.title).join(' · ') },
      shown.map((p, i) =>
        h(
          'li',
          {
            class: p.current ? 'now' : first + i < now ? 'done' : '',
            'aria-current': p.current ? 'step' : null,
          },
          p.title,
        ),
      ),
    ),
    h('span', { class: 'turn-of' }, who && sideChip(who), h('em', {}, note)),
    h('span', { class: 'tools' }, tools),
  ];
}

/**
 * One side's card: who plays it, what it has.
 * @param {{ side: import('../types').Side, view: View, player: string, present: boolean, active: boolean }} how
 */
export function sideCard({ side, view, player, present, active }) {
  const figures = view.cards.filter((c) => c.side === side).flatMap((c) => c.figures);
  return h(
    'section',
    { class: `side-card ${side} ${active ? 'active' : ''}`, 'aria-label': `${sideName(side)} side` },
    h(
      'div',
      { class: 'who' },
      emblem(side),
      h('b', {}, sideName(side)),
      h(
        'span',
        { class: 'player' },
        h('i', { class: `dot ${present ? 'on' : ''}`, title: present ? 'present' : 'away' }),
        player,
      ),
    ),
    figures.length > 0 &&
      h(
        'div',
        { class: 'stock' },
        figures.map((f) =>
          h(
            f.rule ? 'button' : 'span',
            {
              class: `fact ${f.rule ? 'rule' : ''}`,
              type: f.rule ? 'button' : null,
              title: f.rule ? `Rule ${f.rule}` : null,
              data: f.rule ? { rule: f.rule } : {},
            },
            h('small', {}, f.title),
            h('b', {}, f.value),
          ),
        ),
      ),
  );
}
