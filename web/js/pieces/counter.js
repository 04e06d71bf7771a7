// Counters, markers and stacks. A counter is 56 × 56 map units, centred on the origin.
import { s, r1, words } from '../lib/dom.js';
import { symbol } from './symbols.js';

/** @typedef {import('./units.js').Unit} Unit */
/** @typedef {import('../shapes').Point} Point */

const ROUND = 'M-23 -28H23A5 5 0 0 1 28 -23V23A5 5 0 0 1 23 28H-23A5 5 0 0 1 -28 23V-23A5 5 0 0 1 -23 -28Z';
const CUT = 'M-21 -28H21L28 -21V21L21 28H-21L-28 21V-21Z';
const FOOT = {
  round: 'M-27.4 8H27.4V23A4.4 4.4 0 0 1 23 27.4H-23A4.4 4.4 0 0 1 -27.4 23Z',
  cut: 'M-27.4 8H27.4V20.7L20.7 27.4H-20.7L-27.4 20.7Z',
};
const BACK = {
  round: 'M0 -17A17 17 0 1 1 0 17A17 17 0 1 1 0 -17M0 -17V17M-14.7 -8.5H14.7M-14.7 8.5H14.7',
  cut: 'M-16 -16H16V16H-16ZM-16 -16L16 16M16 -16L-16 16',
};
const STAR = 'M0 -5.4L1.7 -1.7L5.6 -1.3L2.7 1.3L3.5 5.2L0 3.2L-3.5 5.2L-2.7 1.3L-5.6 -1.3L-1.7 -1.7Z';

/** Sides differ in outline (round, cut corners), in lightness (light, dark body) and only then in hue. @param {string | null} side */
const outlineOf = (side) => (side === 'nationalist' ? CUT : ROUND);
/** @param {string | null} side */
const shapeOf = (side) => (side === 'nationalist' ? 'cut' : 'round');

/** The signs in discs. @type {Partial<Record<import('../types').Disc, string>>} */
const DISCS = {
  unsupplied: 'M-3.6 -4.4H3.6V4.4H-3.6ZM-3.6 -1.4H3.6M-3.6 1.6H3.6M-6 6L6 -6',
  uncommanded: 'M-3.4 6V-6H3.6L1.6 -3.6L3.6 -1.2H-3.4M-6.4 5.4L6.4 -5.4',
  must: 'M0 -5.6V1.4M0 4.4V5.2',
  fortified: 'M-6 4V-3H-3V-.6H-1.4V-3H1.4V-.6H3V-3H6V4Z',
  retreated: 'M4 -4.5V0A3.4 3.4 0 0 1 .6 3.4H-4M-4 3.4L-1 .6M-4 3.4L-1 6.2',
  disrupted: 'M-4 -5L1 -1L-2 1L4 5.5M-1 5H4V1',
  fired: 'M-4.5 .5L-1 4L5 -4',
  moved: 'M-5 0H4M1 -3.4L4.6 0L1 3.4',
  frozen: 'M-3.4 0V-2A3.4 3.4 0 0 1 3.4 -2V0M-5 0H5V5H-5Z',
  support: 'M0 -5V5M-5 0H5',
};

/** @param {import('../types').TagLook} look */
function mark({ disc, letter }) {
  const sign = DISCS[disc];
  return s(
    'g',
    { class: `mark ${sign ? disc : 'other'}` },
    s('circle', { r: 9 }),
    sign && s('path', { d: sign }),
    !sign && s('text', { y: 3.8, 'text-anchor': 'middle', text: letter ?? '' }),
  );
}

/** @param {string} factors @param {boolean} pips */
function factorText(factors, pips) {
  const length = factors.length;
  const cls = length > 6 ? 'longest' : length > 5 ? 'long' : length > 4 && pips ? 'mid' : '';
  return s('text', {
    class: `factors ${cls}`,
    y: 24,
    x: pips ? (length > 4 ? 3.6 : 2.5) : 0,
    'text-anchor': 'middle',
    text: factors,
  });
}

/** The back of a counter: the side, and nothing else (no army colour, no id: it must not leak). @param {string | null} side */
function faceDown(side) {
  const shape = outlineOf(side);
  return s(
    'g',
    { class: `counter ${side ?? ''} down` },
    s('path', { class: 'drop', d: shape, transform: 'translate(1.6 2.2)' }),
    s('path', { class: 'body', d: shape }),
    s('path', { class: 'back', d: BACK[shapeOf(side)] }),
    s('path', { class: 'rim', d: shape }),
  );
}

/** One counter. @param {Unit} unit */
export function counter(unit) {
  if (unit.id === null) return faceDown(unit.side);
  const shape = outlineOf(unit.side);
  const pips = unit.most > 1 && unit.most <= 4 && !unit.pale;
  const box = symbol(unit.symbol);
  box.setAttribute('transform', 'translate(0 -4.5)');
  const roomy = unit.top.length + unit.size.length < 7;
  const foot = unit.reduced ? 'reduced' : unit.most === 1 ? 'single' : '';
  return s(
    'g',
    {
      class: `counter ${unit.side ?? ''} body-${unit.body} ${unit.pale ? 'pale' : ''}`,
      data: { unit: unit.id },
    },
    s('path', { class: 'drop', d: shape, transform: 'translate(1.6 2.2)' }),
    s('path', { class: 'body', d: shape }),
    s('rect', { class: 'band', x: -27.4, y: -15.5, width: 54.8, height: 22, fill: unit.band }),
    foot && s('path', { class: foot, d: FOOT[shapeOf(unit.side)] }),
    box,
    unit.size &&
      roomy &&
      s('text', {
        class: 'size',
        x: unit.top.length > 3 ? 9 : 0,
        y: -18.3,
        'text-anchor': 'middle',
        text: unit.size,
      }),
    s('text', { class: 'brigade', x: unit.side === 'nationalist' ? -21.5 : -25, y: -18.6, text: unit.top }),
    unit.formation &&
      s('text', {
        class: `formation ${unit.darkBand ? 'on-dark' : 'on-light'}`,
        transform: 'translate(-18.6 -4.6) rotate(-90)',
        'text-anchor': 'middle',
        text: unit.formation,
      }),
    unit.star && s('path', { class: 'star', transform: 'translate(20.8 -21.4)', d: STAR }),
    factorText(unit.factors, pips),
    s('text', {
      class: 'far-factor',
      y: 25,
      'text-anchor': 'middle',
      text: unit.factors.split(/[-–\s(]/)[0],
    }),
    pips &&
      [...Array(unit.most).keys()].map((k) =>
        s('circle', {
          class: `pip ${k < unit.steps ? 'on' : ''}`,
          cx: -22.4,
          cy: r1(21.8 - k * (unit.most > 2 ? 5.2 : 6.6)),
          r: 2.1,
        }),
      ),
    s('path', { class: 'gloss', d: shape }),
    s('path', { class: 'rim', d: shape }),
    unit.discs.slice(0, 3).map((look, k) => {
      const disc = mark(look);
      disc.setAttribute('transform', `translate(30 ${16 * k - 5})`); // at the edge: figures stay free
      return disc;
    }),
  );
}

/** @param {Unit} unit what a screen reader says, and what a tooltip shows */
export function describe(unit) {
  if (unit.id === null) return `${unit.side ?? ''} unit, face down`.trim();
  const tags = unit.tags.filter((t) => !unit.words.includes(words(t))).map(words);
  const steps = unit.most > 1 && !/step/.test(unit.words) ? `${unit.steps} of ${unit.most} steps` : '';
  const factors = unit.words.includes(unit.factors) ? '' : unit.factors;
  return [unit.words, factors, steps, ...tags].filter(Boolean).join(', ');
}

/** A counter as a stand-alone picture for panels and popovers. @param {Unit} unit @param {number} px */
export const picture = (unit, px = 48) =>
  s(
    'svg',
    {
      class: 'picture',
      viewBox: '-31 -31 64 66',
      width: px,
      height: Math.round((px * 66) / 64),
      role: 'img',
      'aria-label': describe(unit),
    },
    counter(unit),
  );

/**
 * A pile: each counter a little up and right of the one below. The lowest stays clear of the name below it.
 * @param {Unit[]} units bottom first @param {Point} at
 */
export function stack(units, at, step = 4.5) {
  const n = units.length;
  const shown = units.slice(-4);
  const off = ((shown.length - 1) * step) / 2;
  const pile = s('g', {
    class: `stack ${units[0].side ?? ''}`,
    transform: `translate(${r1(at[0])} ${r1(at[1])})`,
  });
  shown.forEach((unit, k) => {
    const c = counter(unit);
    c.setAttribute('transform', `translate(${r1(k * step - off)} ${r1(-k * step)})`);
    pile.append(c);
  });
  if (n > 1) {
    pile.append(
      s(
        'g',
        { class: 'count', transform: `translate(${r1(27 + off)} ${r1(-27 - 2 * off)})` },
        s('circle', { r: 8 }),
        s('text', { y: 3.8, 'text-anchor': 'middle', text: n }),
      ),
    );
  }
  return pile;
}

/** Size of a crowd of counters. @param {number} n @param {number} [scale] */
export function crowdSize(n, scale = 0.64, perRow = 5) {
  const pitch = 56 * scale + 2.5;
  return { pitch, w: Math.min(n, perRow) * pitch, h: Math.ceil(n / perRow) * pitch, scale, perRow };
}

/**
 * A crowd in an area: small counters side by side, those that have done their work last, nothing hidden.
 * @param {Unit[]} units @param {Point} at middle of the crowd
 * @param {{ perRow?: number, away?: number }} [how] `away`: seen from far, it moves down (1) or up (-1) to leave the area's letter free
 */
export function crowd(units, at, { perRow = 5, away = 0 } = {}) {
  const isDone = (/** @type {Unit} */ u) => u.pale || u.reduced;
  const order = [...units].sort((a, b) => Number(isDone(a)) - Number(isDone(b)));
  const { pitch, w, h, scale } = crowdSize(units.length, 0.64, perRow);
  const side = units[0].side;
  const each = s('g', { class: 'each' });
  order.forEach((unit, i) => {
    const [row, col] = [Math.floor(i / perRow), i % perRow];
    const c = counter(unit);
    const [x, y] = [(col + 0.5) * pitch - w / 2, (row + 0.5) * pitch - h / 2];
    c.setAttribute('transform', `translate(${r1(x)} ${r1(y)}) scale(${scale})`);
    each.append(c);
  });
  const ready = units.filter((u) => !isDone(u)).length;
  const text = ready === units.length ? String(units.length) : `${ready}/${units.length}`;
  const shape = outlineOf(side);
  return s(
    'g',
    {
      class: `stack fan ${side ?? ''}`,
      transform: `translate(${r1(at[0])} ${r1(at[1])})`,
      style: { '--away': away },
    },
    each,
    units.length > 1 &&
      s(
        'g',
        { class: 'tally', transform: `translate(${r1(w / 2)} ${r1(-h / 2 - 4)})` },
        s('rect', { x: -15, y: -9, width: 30, height: 18, rx: 9 }),
        s('text', { y: 4.4, 'text-anchor': 'middle', text }),
      ),
    s(
      'g',
      { class: `sum counter ${side ?? ''} body-${side === 'nationalist' ? 'nat' : 'rep'}` },
      s('path', { class: 'drop', d: shape, transform: 'translate(2 3)' }),
      s('path', { class: 'body', d: shape }),
      s('path', { class: 'rim', d: shape }),
      s('text', { class: 'sum-text', y: 12, 'text-anchor': 'middle', text: units.length }),
    ),
  );
}
