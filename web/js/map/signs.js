// Signs of the sheet that map and legend share: towns, heights, passes, sources of supply, points.
import { s, r1 } from '../lib/dom.js';
import { random } from '../lib/noise.js';

/** Town: a few blocks along crossing streets. @param {string} seed @param {number} size */
export function townBlocks(seed, size = 1) {
  const rand = random(`town${seed}`);
  const wanted = Math.round(5 + 4 * size);
  /** @type {{ x: number, y: number, w: number, h: number }[]} */
  const spots = [];
  for (let k = 0; k < 80 && spots.length < wanted; k++) {
    const w = 5 + 5 * rand();
    const h = 4.5 + 4 * rand();
    const x = (rand() - 0.5) * 26 * size;
    const y = (rand() - 0.5) * 21 * size;
    const free = spots.every(
      (q) => Math.abs(q.x - x) > (q.w + w) / 2 + 1.2 || Math.abs(q.y - y) > (q.h + h) / 2 + 1.2,
    );
    if (free) spots.push({ x, y, w, h });
  }
  const d = spots
    .map((q) => `M${r1(q.x - q.w / 2)} ${r1(q.y - q.h / 2)}h${r1(q.w)}v${r1(q.h)}h${r1(-q.w)}Z`)
    .join('');
  return s(
    'g',
    { class: 'town' },
    s('path', { class: 'block-shadow', d, transform: 'translate(1.2 1.5)' }),
    s('path', { class: 'block', d }),
  );
}

export const height = () =>
  s(
    'g',
    { class: 'height-sign' },
    s('path', { class: 'height-halo', d: 'M0 -12L11 8H-11Z' }),
    s('path', { d: 'M0 -10L9 6.5H-9Z' }),
    s('circle', { r: 1.9, cy: 0.8 }),
  );

export const pass = () => s('path', { class: 'pass', d: 'M-7 -8Q-2 0 -7 8M7 -8Q2 0 7 8' });

/** @param {import('../types').Side} side */
export const source = (side) =>
  s(
    'g',
    { class: `source ${side}` },
    s('rect', { x: -8, y: -8, width: 16, height: 16, rx: side === 'republican' ? 8 : 2 }),
    s('path', { d: 'M-4 -3.5H4V4.5H-4ZM-4 .5H4' }),
  );

/** @param {number | string} value */
export const points = (value) =>
  s(
    'g',
    { class: 'vp purple' },
    s('path', { d: 'M0 -9L8.6 -2.8L5.3 7.3H-5.3L-8.6 -2.8Z' }),
    s('text', { y: 3.6, 'text-anchor': 'middle', text: value }),
  );

/** @param {number} x @param {number} y @param {number} r */
export function compass(x, y, r) {
  return s(
    'g',
    { class: 'compass', transform: `translate(${r1(x)} ${r1(y)})` },
    s('circle', { r }),
    s('circle', { r: r * 0.74 }),
    s('path', {
      class: 'needle-dark',
      d: `M0 ${-r * 1.2}L${r * 0.22} 0H0Z M0 ${r * 0.95}L${-r * 0.22} 0H0Z`,
    }),
    s('path', { class: 'needle', d: `M0 ${-r * 1.2}L${-r * 0.22} 0H0Z M0 ${r * 0.95}L${r * 0.22} 0H0Z` }),
    s('path', {
      class: 'needle',
      d: `M${-r * 0.92} 0L0 ${-r * 0.16}V${r * 0.16}ZM${r * 0.92} 0L0 ${-r * 0.16}V${r * 0.16}Z`,
      opacity: 0.55,
    }),
    s('text', { y: -r * 1.32, 'text-anchor': 'middle', text: 'N' }),
  );
}
