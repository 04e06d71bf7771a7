// What happened: newest last, a combat as one entry that opens, dice as dice, rules as links; chat; statistics.
import { h, plural, sideName } from '../lib/dom.js';
import { die } from '../pieces/icons.js';
import { diceOf, inBattles, outcomeOf, titleOf } from '../table/battle.js';
import { block, ruleLink } from './bits.js';

/** @typedef {import('../types').EntryView} Entry */
/** @typedef {import('../types').EventView} Told */

/**
 * @typedef {object} LogHooks
 * @property {number | null} now the point looked at
 * @property {(event: Told | null) => void} point
 * @property {(point: number) => void} go
 * @property {(place: string) => string} nameOf
 * @property {(battle: import('../table/battle.js').Battle) => HTMLElement} reckoning who fought whom, and how it was reckoned
 */

/** One thing that happened. @param {Entry} entry @param {Told} event @param {string} side whose doing it was @param {LogHooks} how */
const line = (entry, event, side, { now, point, go }) =>
  h(
    'li',
    {
      class: `w-${event.weight} ${entry.point === now ? 'now' : ''}`,
      tabindex: 0,
      data: { point: entry.point },
      on: {
        mouseenter: () => point(event),
        mouseleave: () => point(null),
        focus: () => point(event),
        blur: () => point(null),
        click: (/** @type {MouseEvent} */ e) => {
          if (!(e.target instanceof Element && e.target.closest('.rule'))) go(entry.point);
        },
        keydown: (/** @type {KeyboardEvent} */ e) => e.key === 'Enter' && go(entry.point),
      },
    },
    h('i', { class: `tick ${side}` }),
    h('span', { class: 'line' }, event.text, event.die ? die(event.die) : null, ruleLink(event.rule)),
    h('small', { class: 'no' }, entry.point),
  );

/** A combat: in a line what it came to; opened, all of it. @param {import('../table/battle.js').Battle} battle @param {string} side @param {boolean} open @param {LogHooks} how */
function battleItem(battle, side, open, how) {
  const whose = (/** @type {Entry} */ e) => (e.by === 'chance' ? side : e.by);
  const lines = () =>
    battle.entries.flatMap((entry) => entry.events.map((event) => line(entry, event, whose(entry), how)));
  const body = h('div', { class: 'battle-body' });
  const fill = () => {
    if (!body.children.length) body.append(how.reckoning(battle), h('ol', {}, lines()));
  };
  const details = h(
    'details',
    { open, on: { toggle: () => details.open && fill() } },
    h(
      'summary',
      {},
      h('i', { class: `tick ${side}` }),
      h(
        'span',
        { class: 'line' },
        h('b', {}, titleOf(battle, how.nameOf)),
        ' ',
        diceOf(battle),
        h('span', { class: 'outcome' }, outcomeOf(battle)),
      ),
      h('small', { class: 'no' }, battle.entries[0].point),
    ),
    body,
  );
  if (open) fill();
  return h('li', { class: 'battle', data: { point: battle.entries[0].point } }, details);
}

/** @param {Entry[]} entries @param {LogHooks} how */
export function logView(entries, how) {
  const box = h(
    'section',
    { class: 'block log', role: 'log', 'aria-label': 'What happened' },
    h('h3', { class: 'sr' }, 'What happened'),
  );
  let turn = -1;
  let list = h('ol');
  /** @type {string} */
  let side = '';
  const items = inBattles(entries);
  const last = items.findLast((item) => 'battle' in item);
  for (const item of items) {
    const entry = 'battle' in item ? item.battle.entries[0] : item.entry;
    if (entry.by !== 'chance') side = entry.by;
    if (entry.turn !== turn) {
      turn = entry.turn;
      list = h('ol');
      box.append(h('h4', {}, turn ? `Turn ${turn}` : 'Set-up'), list);
    }
    if ('battle' in item && item.battle.entries.some((e) => e.events.length > 0))
      list.append(battleItem(item.battle, side, item === last, how));
    else if ('entry' in item) list.append(...entry.events.map((event) => line(entry, event, side, how)));
  }
  if (!entries.length) box.append(h('p', { class: 'plain-text' }, 'Nothing has happened yet.'));
  return box;
}

/**
 * @param {import('../types').ChatLine[]} lines
 * @param {{ send: (text: string) => void, may: boolean, open: boolean, setOpen: ((open: boolean) => void) | null }} how `may` this page
 * speak; may those who watch (`open`), and who decides that
 */
export function chatView(lines, { send, may, open, setOpen }) {
  const input = h('input', {
    type: 'text',
    maxlength: 500,
    'aria-label': 'Message',
    placeholder: 'Say something',
  });
  return h(
    'section',
    { class: 'block chat', 'aria-label': 'Chat', role: 'log' },
    h(
      'ol',
      {},
      lines.map((line) =>
        h(
          'li',
          {},
          h('b', { class: line.who }, sideName(line.who)),
          h(
            'time',
            {},
            new Date(line.at * 1000).toLocaleString([], { dateStyle: 'short', timeStyle: 'short' }),
          ),
          h('p', {}, line.text),
        ),
      ),
      !lines.length &&
        h('li', { class: 'none' }, 'No message yet. Both players and all spectators read this.'),
    ),
    setOpen &&
      h(
        'label',
        { class: 'check' },
        h('input', {
          type: 'checkbox',
          checked: open,
          on: {
            change: (/** @type {Event} */ e) => setOpen(/** @type {HTMLInputElement} */ (e.target).checked),
          },
        }),
        ' Spectators may write',
      ),
    !may && h('p', { class: 'plain-text' }, 'The players have not asked spectators to write.'),
    may &&
      h(
        'form',
        {
          on: {
            submit: (/** @type {SubmitEvent} */ e) => {
              e.preventDefault();
              const text = input.value.trim();
              if (text) send(text);
              input.value = '';
            },
          },
        },
        input,
        h('button', { class: 'btn small primary', type: 'submit' }, 'Send'),
      ),
  );
}

/** @typedef {'republican' | 'nationalist'} Side */

/**
 * Dice and losses out of the log.
 * @param {Entry[]} entries @param {(piece: string) => import('../types').Side | null} sideOf
 */
export function countUp(entries, sideOf) {
  const dice = { republican: /** @type {number[]} */ ([]), nationalist: /** @type {number[]} */ ([]) };
  /** @type {Map<number, Record<Side, number>>} */
  const losses = new Map();
  for (const { roller, ...entry } of entries) {
    for (const event of entry.events) {
      if (event.die && roller) dice[roller][event.die] = (dice[roller][event.die] ?? 0) + 1;
      if (event.weight !== 'loss') continue;
      const turn = losses.get(entry.turn) ?? { republican: 0, nationalist: 0 };
      const side = sideOf(event.pieces[0] ?? '');
      if (side) turn[side] += 1;
      losses.set(entry.turn, turn);
    }
  }
  return { dice, losses };
}

/** A pair of bars for each label. @param {[string, number, number][]} rows @param {string} label */
function pairs(rows, label) {
  const most = Math.max(1, ...rows.flatMap(([, a, b]) => [a, b]));
  const bar = (/** @type {string} */ side, /** @type {number} */ n) =>
    h('i', { class: side, title: `${sideName(side)}: ${n}`, style: { height: `${(52 * n) / most}px` } });
  return h(
    'div',
    {
      class: 'dice-chart',
      role: 'img',
      'aria-label': `${label}: ${rows.map(([k, a, b]) => `${k}: ${a} Republican, ${b} Nationalist`).join('; ')}`,
    },
    rows.map(([k, a, b]) => h('div', {}, bar('republican', a), bar('nationalist', b), h('small', {}, k))),
  );
}

/** @param {number[]} counts @returns {string} */
function mean(counts) {
  const n = counts.reduce((t, c) => t + (c ?? 0), 0);
  if (!n) return 'no dice';
  const total = counts.reduce((t, c, face) => t + (c ?? 0) * face, 0);
  return `${plural(n, 'die')}, mean ${(total / n).toFixed(2)}`.replace('dies', 'dice');
}

/** Dice statistics and losses per turn. @param {ReturnType<typeof countUp>} counted */
export function statistics({ dice, losses }) {
  const faces = Math.max(6, dice.republican.length - 1, dice.nationalist.length - 1);
  const rows = [...Array(faces).keys()].map(
    (i) =>
      /** @type {[string, number, number]} */ ([
        String(i + 1),
        dice.republican[i + 1] ?? 0,
        dice.nationalist[i + 1] ?? 0,
      ]),
  );
  const turns = [...losses]
    .sort((a, b) => a[0] - b[0])
    .map(
      ([turn, n]) => /** @type {[string, number, number]} */ ([String(turn), n.republican, n.nationalist]),
    );
  const lost = (/** @type {Side} */ side) => [...losses.values()].reduce((t, n) => t + n[side], 0);
  return [
    block(
      'Dice',
      `Republican ${mean(dice.republican)} · Nationalist ${mean(dice.nationalist)}`,
      pairs(rows, 'Dice thrown by face'),
    ),
    block(
      'Losses by turn',
      `Republican ${lost('republican')} · Nationalist ${lost('nationalist')}`,
      turns.length ? pairs(turns, 'Losses by turn') : h('p', { class: 'plain-text' }, 'None so far.'),
    ),
  ];
}
