// Small icons for buttons and panels, and dice.
import { s } from '../lib/dom.js';

/** @type {Record<string, { d?: string, fill?: string, circle?: number }>} */
const ICONS = {
  undo: { d: 'M-7 -2H3A5 5 0 0 1 3 8H-2M-7 -2L-2.5 -6.5M-7 -2L-2.5 2.5' },
  theme: { circle: 7.5, fill: 'M0 -7.5A7.5 7.5 0 0 1 0 7.5Z' },
  menu: { d: 'M-8 -6H8M-8 0H8M-8 6H8' },
  plus: { d: 'M-6 0H6M0 -6V6' },
  minus: { d: 'M-6 0H6' },
  close: { d: 'M-6 -6L6 6M6 -6L-6 6' },
  fit: { d: 'M-8 -3V-8H-3M3 -8H8V-3M8 3V8H3M-3 8H-8V3' },
  numbers: { d: 'M-8 -4H8M-8 4H8M-3 -9L-5 9M5 -9L3 9' },
  zones: { d: 'M0 -9L8 -4.5V4.5L0 9L-8 4.5V-4.5Z', fill: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0' },
  supply: { d: 'M-8 8C-8 0 8 0 8 -8M8 -8L4 -6M8 -8L9.5 -4M-10 8H-5' },
  control: { d: 'M-6 10V-9M-6 -9H7L4 -5L7 -1H-6' },
  reinforcements: { d: 'M0 9V-8M-6 -2L0 -8L6 -2M-9 9H9' },
  sources: { circle: 8, d: 'M0 -1V5M0 -4.6V-4' },
  layer: { d: 'M0 -8L9 -3L0 2L-9 -3ZM-9 1.5L0 6.5L9 1.5M-9 5.5L0 10.5L9 5.5' },
  first: { fill: 'M-8 -7H-5V7H-8ZM8 -7V7L-4 0Z' },
  back: { fill: 'M6 -7V7L-6 0Z' },
  play: { fill: 'M-6 -8V8L8 0Z' },
  pause: { fill: 'M-6 -7H-2V7H-6ZM2 -7H6V7H2Z' },
  next: { fill: 'M-6 -7V7L6 0Z' },
  last: { fill: 'M5 -7H8V7H5ZM-8 -7V7L4 0Z' },
  branch: { d: 'M-5 9V-9M-5 2C-5 -3 6 -1 6 -8M6 -8L2.5 -4.5M6 -8L9.5 -4.5' },
  help: { circle: 9, d: 'M-3 -2.6C-3 -6.4 3 -6.4 3 -2.6C3 -.4 0 -.2 0 2.2M0 5V5.6' },
  chat: { d: 'M-9 -7H9V5H-2L-6 9V5H-9Z' },
  link: {
    d: 'M-2 3L3 -2M-4.5 0L-7 2.5A3.6 3.6 0 0 0 -2 7.5L.5 5M-.5 -5L2 -7.5A3.6 3.6 0 0 1 7 -2.5L4.5 0',
  },
  target: { circle: 7, d: 'M0 -11V-4M0 4V11M-11 0H-4M4 0H11' },
  eye: { d: 'M-10 0C-6 -7 6 -7 10 0C6 7 -6 7 -10 0Z', fill: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0' },
  trash: { d: 'M-7 -5H7M-5 -5L-4 8H4L5 -5M-2.5 -8H2.5' },
  file: { d: 'M-6 -9H2L6 -5V9H-6Z' },
  save: { d: 'M-8 4V8H8V4M0 -9V4M-4 0L0 4L4 0' },
  chart: { d: 'M-8 8H9M-5 8V0M0 8V-7M5 8V-3' },
  lock: { d: 'M-4 -1V-4A4 4 0 0 1 4 -4V-1', fill: 'M-6.5 -1H6.5V8.5H-6.5Z' },
  keys: { d: 'M-9 -5H9V5H-9ZM-5 -1.5H-4M0 -1.5H1M4.5 -1.5H5.5M-4 2H4' },
  book: {
    d: 'M0 -6C-3 -8.5 -7 -8.5 -9 -8V6C-7 5.5 -3 5.5 0 8C3 5.5 7 5.5 9 6V-8C7 -8.5 3 -8.5 0 -6ZM0 -6V8',
  },
};

/** @param {string} name */
export function icon(name) {
  const { d, fill, circle } = ICONS[name] ?? ICONS.layer;
  return s(
    'svg',
    { class: `icon i-${name}`, viewBox: '-12 -12 24 24', width: 20, height: 20, 'aria-hidden': 'true' },
    circle && s('circle', { r: circle }),
    d && s('path', { d }),
    fill && s('path', { class: 'fill', d: fill }),
  );
}

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-5, -5],
    [5, 5],
  ],
  3: [
    [-5, -5],
    [0, 0],
    [5, 5],
  ],
  4: [
    [-5, -5],
    [5, -5],
    [-5, 5],
    [5, 5],
  ],
  5: [
    [-5, -5],
    [5, -5],
    [0, 0],
    [-5, 5],
    [5, 5],
  ],
  6: [
    [-5, -6],
    [5, -6],
    [-5, 0],
    [5, 0],
    [-5, 6],
    [5, 6],
  ],
};

/** A die; faces above six are written. @param {number} n @param {string} [cls] */
export function die(n, cls = '') {
  const pips = PIPS[n];
  return s(
    'svg',
    {
      class: `die ${cls}`,
      viewBox: '-11 -11 22 22',
      width: 20,
      height: 20,
      role: 'img',
      'aria-label': `die ${n}`,
    },
    s('rect', { x: -10, y: -10, width: 20, height: 20, rx: 4 }),
    pips
      ? pips.map(([cx, cy]) => s('circle', { cx, cy, r: 2.1 }))
      : s('text', { y: 4.5, 'text-anchor': 'middle', text: n }),
  );
}

export const brandMark = (size = 24) =>
  s(
    'svg',
    { viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': 'true' },
    s('path', { d: 'M12 1.5L21 6.8V17.2L12 22.5L3 17.2V6.8Z' }),
    s('path', { class: 'b2', d: 'M3.6 15.2L8 11.4L11.4 14L15 8.6L20.4 11.8' }),
  );
