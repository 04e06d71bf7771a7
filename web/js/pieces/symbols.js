// NATO-style branch symbols, drawn in a 32 × 22 box centred on the origin.
import { s } from '../lib/dom.js';

const W = 16;
const H = 11;
const CROSS = `M${-W} ${-H}L${W} ${H}M${W} ${-H}L${-W} ${H}`;

/** @param {string} d */
const line = (d) => s('path', { class: 'sym-line', d });
/** @param {string} d */
const solid = (d) => s('path', { class: 'sym-solid', d });
/** @param {number} y @param {number} r @param {...number} xs */
const wheels = (y, r, ...xs) =>
  s(
    'g',
    { class: 'sym-line' },
    xs.map((cx) => s('circle', { cx, cy: y, r })),
  );

/** @type {Record<import('../types').Symbol, () => Node[]>} */
const DRAW = {
  infantry: () => [line(CROSS)],
  motorised: () => [line(CROSS), wheels(H + 2.4, 2, -7, 7)],
  shock: () => [line(CROSS), solid('M0 -10.4L2.2 -4.6H-2.2Z')],
  cavalry: () => [line(`M${-W} ${H}L${W} ${-H}`)],
  armour: () => [s('rect', { class: 'sym-line', x: -10.5, y: -5.6, width: 21, height: 11.2, rx: 5.6 })],
  artillery: () => [s('circle', { class: 'sym-solid', r: 4.3 })],
  engineers: () => [line('M-9 6V-4.5H9V6M0 -4.5V4')],
  garrison: () => [line(CROSS), solid(`M${-W} ${-H}v-3.6h5.3v3.6h5.4v-3.6h5.4v3.6h5.3v-3.6h5.3v3.6Z`)],
  fort: () => [line('M-12 6V-5H-6V-1H-2V-5H2V-1H6V-5H12V6Z')],
  'machine-gun': () => [line('M0 8V-8M-4 -4L0 -8L4 -4M-5 8H5')],
  hq: () => [
    line(`M${-W} ${H}V${H + 5}`),
    s('text', { class: 'sym-text', y: 4.6, 'text-anchor': 'middle', text: 'HQ' }),
  ],
  leader: () => [
    s('circle', { class: 'sym-solid', cy: -3.6, r: 4 }),
    solid('M-8.4 11C-8.4 3.4 -4.6 1.6 0 1.6S8.4 3.4 8.4 11Z'),
  ],
  air: () => [
    solid('M0 0C-4 -5.4 -12 -6.4 -12.6 0C-12 6.4 -4 5.4 0 0C4 -5.4 12 -6.4 12.6 0C12 6.4 4 5.4 0 0Z'),
  ],
  train: () => [
    s('rect', { class: 'sym-line', x: -10.5, y: -6.6, width: 21, height: 9.4, rx: 4.7 }),
    line('M-13 8.6H13'),
    wheels(6, 1.9, -6, 6),
  ],
  supply: () => [line(`M${-W} 5.6H${W}M-5 -1V-6H5V-1`)],
  marines: () => [line(`${CROSS}M0 -8V8M-4.5 4.5Q0 9.5 4.5 4.5M-3 -5H3`)],
  support: () => [line('M0 -8V8M-8 0H8')],
};

/** The symbol in its box. @param {import('../types').Symbol} branch */
export const symbol = (branch) =>
  s(
    'g',
    { class: `symbol ${branch}` },
    s('rect', { class: 'sym-box', x: -W, y: -H, width: 2 * W, height: 2 * H }),
    DRAW[branch](),
  );
