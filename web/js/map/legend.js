// The foot of the sheet: what the signs mean, scale, compass. Only what is on the map is explained.
import { capital, s, r1, words } from '../lib/dom.js';
import { textWidth } from './labels.js';
import { isHeight, isObjective, isPass, settlement } from './places.js';
import { compass, height, pass, source, townBlocks } from './signs.js';

/** @typedef {import('./hexgrid.js').HexGrid} HexGrid */

/** @param {number} r */
function hexagon(r = 19) {
  const corners = [...Array(6).keys()].map(
    (k) => `${r1(r * Math.cos((k * Math.PI) / 3))} ${r1(r * 0.92 * Math.sin((k * Math.PI) / 3))}`,
  );
  return `M${corners.join('L')}Z`;
}
/** @param {string} cls @param {...Node} more */
const swatch = (cls, ...more) => [s('path', { class: `${cls} swatch`, d: hexagon() }), ...more];
const WAVE = 'M-20 5C-8 -9 6 9 20 -4';
const BEND = 'M-20 4C-8 -6 6 6 20 -3';
const TREES = [
  [-7, -5],
  [4, -7],
  [9, 3],
  [-2, 3],
  [-10, 5],
  [4, 9],
].map(([x, y]) => `M${x - 3.6} ${y}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0`);
const STROKES = 'M-9 2l1.4 6M-5 -1l1.4 8M-1 -2l1 9M3 -1l.4 8M7 2l0 6';

/** @param {'river' | 'stream'} kind */
const water = (kind) =>
  s(
    'g',
    { class: 'rivers' },
    ['casing', 'water', 'light'].map((c) => s('path', { class: `${kind} ${c}`, d: WAVE })),
  );
/** @param {string} kind */
const way = (kind) =>
  s(
    'g',
    { class: 'roads' },
    ['casing', 'bed'].map((c) => s('path', { class: `${kind} ${c}`, d: BEND })),
  );

/** @type {Record<string, (id: string) => Node[]>} */
const GROUND = {
  clear: () => swatch('clear'),
  hill: () => swatch('hill area', s('path', { class: 'hill crest', d: STROKES })),
  mountain: () =>
    swatch(
      'mountain area',
      s('path', { class: 'peak-lit', d: 'M-9 8L-1 -8L-2 0L-1 8Z' }),
      s('path', { class: 'peak-dark', d: 'M8 8L-1 -8L-2 0L-1 8Z' }),
    ),
  forest: () => swatch('forest area', s('path', { class: 'tree', d: TREES.join('') })),
  sea: () => swatch('sea'),
  out: (id) => swatch('out', s('path', { d: hexagon(), fill: `url(#out-hatch${id})` })),
};

/** The game's own word for what is drawn by a sign alone. @param {import('../types').HexCell[]} cells @param {import('../types').Sign} sign */
function legendWord(cells, sign) {
  const plain = cells.find((c) => c.signs.length === 1 && c.signs[0] === sign && c.features?.length === 1);
  return plain?.features?.[0];
}

/** What is on this map. @param {HexGrid} grid @param {string} id @returns {[Node[], string][]} */
function entries(grid, id) {
  const cells = [...grid.cells.values()];
  /** @type {[Node[], string][]} */
  const list = [];
  /** @type {Set<string>} */
  const seen = new Set();
  /** @param {string} key @param {Node[]} sign @param {string} text */
  const add = (key, sign, text) => {
    if (!seen.has(key)) list.push([sign, text]);
    seen.add(key);
  };
  for (const kind of ['clear', 'hill', 'mountain', 'forest', 'sea', 'out']) {
    const cell = cells.find(
      (c) => c.ground === kind && (kind !== 'clear' || settlement(c) === null || c.terrain === 'clear'),
    );
    if (cell) add(kind, GROUND[kind](id), kind === 'out' ? 'Out of play' : capital(words(cell.terrain)));
  }
  if (cells.some((c) => c.elevation > 0 && c.ground === 'clear'))
    add('raised', swatch('raised'), 'Raised ground');
  for (const [kind, size] of /** @type {[string, number][]} */ ([
    ['city', 1.1],
    ['town', 0.8],
    ['village', 0.55],
  ])) {
    if (cells.some((c) => settlement(c) === kind))
      add(kind, [townBlocks(`legend${kind}`, size)], capital(kind));
  }
  const high = cells.find(isHeight);
  if (high) {
    add('height', [height()], capital(words(legendWord(cells, 'height') ?? 'height')));
  }
  if (cells.some(isPass)) add('pass', [pass()], 'Pass');
  for (const { kind, look } of grid.sheet.sides) {
    if (look === 'river' || look === 'stream') add(look, [water(look)], capital(kind));
    else if (look !== 'front')
      add(kind, [s('path', { class: 'wall', d: 'M-16 0H16' })], capital(words(kind)));
  }
  for (const { kind, look } of grid.sheet.links) add(look, [way(look)], capital(words(kind)));
  const zones = grid.sheet.zones.map((z) => z.look);
  if (zones.includes('front') || grid.sheet.sides.some((side) => side.look === 'front')) {
    const ticks = s('path', { class: 'front-ticks', d: 'M-13 0l-3 -6M1 0l3 -6M14 1l-3 -6' });
    add('front', [s('path', { class: 'front-line', d: 'M-20 3L-6 -4L8 4L20 -2' }), ticks], 'First front');
  }
  if (cells.some(isObjective) || zones.includes('objective')) {
    add('objective', [s('path', { class: 'objective purple', d: hexagon(17) })], 'Objective');
  }
  if (zones.includes('supply')) {
    add('supply', [source('republican')], 'Source of supply');
  }
  return list;
}

/**
 * @param {HexGrid} grid
 * @param {{ id: string, title: string, subtitle: string }} how
 */
export function legend(grid, { id, title, subtitle }) {
  const { width } = grid;
  const left = 66;
  const layer = s('g', { class: 'legend', transform: `translate(0 ${r1(grid.ground - 8)})` });
  const size = Math.min(40, 360 / (textWidth(title.toUpperCase(), 1) + title.length * 0.22));
  layer.append(
    s('text', { class: 'legend-title', x: left, y: 46, 'font-size': r1(size), text: title.toUpperCase() }),
    s('text', { class: 'legend-sub', x: left + 2, y: 72, text: subtitle }),
  );
  const items = entries(grid, id);
  const start = left + 420;
  const unit = grid.flat ? grid.radius * 1.5 : grid.radius * Math.sqrt(3);
  const bar = width - 180 - 3 * unit;
  const rows = Math.min(
    3,
    Math.max(2, Math.ceil(items.length / Math.max(1, Math.floor((bar - 30 - start) / 132)))),
  );
  const perRow = Math.ceil(items.length / rows);
  const step = (bar - 30 - start) / perRow;
  const scale = rows > 2 ? 0.68 : 1;
  items.forEach(([sign, text], i) => {
    const x = start + (i % perRow) * step;
    const y = (rows > 2 ? 17 : 26) + Math.floor(i / perRow) * (rows > 2 ? 30 : 44);
    layer.append(
      s('g', { transform: `translate(${r1(x)} ${y}) scale(${scale})` }, sign),
      s('text', {
        class: 'legend-text',
        x: r1(x + 30 * scale),
        y: y + 5,
        'font-size': rows > 2 ? 13.5 : 16,
        text,
      }),
    );
  });
  for (const i of [0, 1, 2]) {
    const box = { x: r1(bar + i * unit), y: 44, width: r1(unit), height: 7 };
    layer.append(s('rect', { class: i % 2 ? 'bar-b' : 'bar-a', ...box }));
  }
  for (const i of [0, 1, 2, 3]) {
    const km = Math.round(i * grid.sheet.km * 10) / 10;
    const text = i === 3 ? `${km} km` : String(km);
    layer.append(
      s('text', {
        class: 'legend-text',
        x: r1(bar + i * unit),
        y: 36,
        'text-anchor': 'middle',
        'font-size': 14,
        text,
      }),
    );
  }
  layer.append(compass(width - 92, 54, 27));
  return layer;
}
