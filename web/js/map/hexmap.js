// The printed map of a hex game, drawn from its sheet. Static: drawn once, never touched by play.
import { s, r1 } from '../lib/dom.js';
import { edgeArrows } from './edges.js';
import { Labels, breakName } from './labels.js';
import { legend } from './legend.js';
import { front, rivers, roads, steps } from './lines.js';
import { isHeight, isObjective, isPass, settlement } from './places.js';
import { height, pass, points, source, townBlocks } from './signs.js';
import { definitions, ground } from './terrain.js';

/** @typedef {import('./hexgrid.js').HexGrid} HexGrid */
/** @typedef {import('../types').HexCell} HexCell */
/** @typedef {import('./labels.js').Offset} Offset */

/**
 * Edge letters sit in the margin, pointing at their hex.
 * @param {HexGrid} grid
 */
function entryLetters(grid) {
  const layer = s('g', { class: 'entries' });
  for (const zone of grid.sheet.zones) {
    const id = zone.hexes[0];
    if (zone.look !== 'letter' || !grid.has(id)) continue;
    const [x, y] = grid.centre(id);
    const far = grid.margin - 28;
    /** @type {[number, number, number, number][]} */
    const edges = [
      [y, x, far, 90],
      [grid.ground - y, x, grid.ground - far, -90],
      [x, far, y, 0],
      [grid.width - x, grid.width - far, y, 180],
    ];
    const [, px, py, turn] = edges.sort((a, b) => a[0] - b[0])[0];
    layer.append(
      s(
        'g',
        { class: 'entry', transform: `translate(${r1(px)} ${r1(py)})` },
        s('path', { d: 'M12 -13L25 0L12 13Z', transform: `rotate(${turn})` }),
        s('circle', { r: 15 }),
        s('text', { y: 6, 'text-anchor': 'middle', text: zone.label }),
      ),
    );
  }
  return layer;
}

/** @param {HexGrid} grid @param {Labels} labels @param {Set<string>} goals */
function objectives(grid, labels, goals) {
  const layer = s('g', { class: 'objectives' });
  for (const cell of grid.cells.values()) {
    if (!isObjective(cell) && !goals.has(cell.id)) continue;
    const kind = cell.signs.includes('second-objective') ? 'yellow' : 'purple';
    const d = grid.outline(cell.id, 4);
    layer.append(
      s('path', { class: `objective-halo ${kind}`, d }),
      s('path', { class: `objective ${kind}`, d }),
    );
    if (!cell.points) continue;
    const [x, y] = grid.centre(cell.id);
    const R = grid.radius;
    const [cx, cy] = grid.flat ? [x - R * 0.84, y] : [x - R * 0.72, y - R * 0.42];
    const sign = points(cell.points);
    sign.setAttribute('transform', `translate(${r1(cx)} ${r1(cy)})`);
    layer.append(sign);
    labels.block(cx, cy, 20, 20, 2);
  }
  return layer;
}

/** Towns, heights, passes, sources of supply. @param {HexGrid} grid @param {Labels} labels @param {Map<string, import('../types').Side>} sources */
function places(grid, labels, sources) {
  const layer = s('g', { class: 'places' });
  const R = grid.radius;
  for (const cell of grid.cells.values()) {
    const [x, y] = grid.centre(cell.id);
    const town = settlement(cell);
    labels.block(x, y - 3, 54, 48, cell.name ? 0.4 : 0.2); // a counter may lie here
    /** @param {Element} el @param {number} px @param {number} py */
    const put = (el, px = x, py = y) => {
      el.setAttribute('transform', `translate(${r1(px)} ${r1(py)})`);
      layer.append(el);
    };
    if (town) {
      put(townBlocks(cell.id, town === 'city' ? 1.45 : town === 'village' ? 0.6 : 0.85));
      labels.block(x, y, town === 'city' ? 40 : 26, town === 'city' ? 34 : 22, 1.5);
    }
    if (isHeight(cell)) {
      const aside = town ? R * 0.42 : 0;
      put(height(), x + aside, y - aside * 0.7);
      labels.block(x + aside, y - aside * 0.7, 20, 20, 1.5);
    }
    if (isPass(cell)) {
      put(pass());
      labels.block(x, y, 18, 18, 1.5);
    }
    const side = sources.get(cell.id);
    if (side) put(source(side), x - R * 0.52, y - R * 0.34);
  }
  return layer;
}

/** Where a name may stand round a hex, best first. @param {HexGrid} grid @returns {Offset[]} */
function aroundHex(grid) {
  const R = grid.radius;
  const [a, b] = [R * 0.8, R * 0.94];
  if (grid.flat) {
    return [
      [0, a],
      [0, a + 8],
      [0, -R * 0.5],
      [R * 0.5, a * 0.86, 'start'],
      [-R * 0.5, a * 0.86, 'end'],
      [0, b + 12],
      [R * 0.74, 4, 'start'],
      [-R * 0.74, 4, 'end'],
      [0, -b - 4],
    ];
  }
  return [
    [0, R * 0.82],
    [0, R * 0.74],
    [0, R * 0.92],
    [R * 0.68, 4, 'start'],
    [-R * 0.68, 4, 'end'],
    [0, -R * 0.74],
    [0, b + 8],
  ];
}

/** @param {HexGrid} grid @param {Labels} labels @param {Set<string>} goals */
function names(grid, labels, goals) {
  /** @param {HexCell} c */
  const rank = (c) =>
    isObjective(c) || goals.has(c.id) ? 0 : settlement(c) === 'city' ? 1 : settlement(c) === 'town' ? 2 : 3;
  const named = [...grid.cells.values()].filter((c) => c.label);
  const offsets = aroundHex(grid);
  for (const cell of named.sort((p, q) => rank(p) - rank(q))) {
    const town = settlement(cell);
    const high = !town && (isHeight(cell) || isPass(cell));
    const big = town === 'city';
    const text = cell.label ?? '';
    const key = rank(cell) < 2 ? 'key' : '';
    const size = big ? 17 : high ? 11.5 : town === 'village' ? 11.5 : 13.5;
    const cls = `${high ? 'height' : 'place'} ${big ? 'big' : ''} ${town ?? ''} ${key}`;
    labels.place(grid.centre(cell.id), offsets, {
      size,
      cls,
      lines: high ? [text] : breakName(text, big ? 20 : 17),
    });
  }
}

/** @param {HexGrid} grid @param {Labels} labels @param {string[]} ids */
function numbers(grid, labels, ids) {
  const layer = s('g', { class: 'hex-numbers' });
  const up = grid.radius * (grid.flat ? 0.7 : 0.68);
  for (const id of ids) {
    const [x, y] = grid.centre(id);
    const text = s('text', { x: r1(x), y: r1(y - up), 'text-anchor': 'middle', text: id });
    layer.append(text);
    labels.yields(text, x, y - up - 3, 22, 9);
  }
  return layer;
}

/**
 * Draws the whole sheet. Layers from the bottom: ground, rivers, roads, front, grid, numbers, objectives, towns, names, frame.
 * @param {HexGrid} grid
 * @param {{ id?: string, thumb?: boolean, title?: string, subtitle?: string }} [how] `thumb`: a picture without small print
 */
export function hexMap(grid, { id = '', thumb = false, title = '', subtitle = '' } = {}) {
  const H = thumb ? grid.ground : grid.height;
  const zones = (/** @type {import('../types').ZoneLook} */ look) =>
    grid.sheet.zones.filter((z) => z.look === look);
  const goals = new Set(zones('objective').flatMap((z) => z.hexes));
  /** @type {Map<string, import('../types').Side>} */
  const sources = new Map();
  for (const zone of zones('supply')) {
    const { side } = zone;
    if (side) for (const hex of zone.hexes) if (grid.has(hex)) sources.set(hex, side);
  }
  const of = (/** @type {string} */ kind) => grid.ids.filter((i) => grid.cell(i).ground === kind);
  const open = grid.ids.filter((i) => !['out', 'sea'].includes(grid.cell(i).ground));
  const labels = new Labels({
    x0: grid.margin - 10,
    x1: grid.width - grid.margin + 10,
    y0: grid.margin - 10,
    y1: grid.ground - grid.margin + 16,
  });
  const water = rivers(grid, id);
  const print = thumb ? null : numbers(grid, labels, open);
  for (const { a, b } of steps(grid)) {
    const [p, q] = [grid.centre(a), grid.centre(b)];
    for (const k of [0, 0.25, 0.5, 0.75])
      labels.block(p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k, 8, 8, 0.12);
  }
  for (const [x, y] of water.along) labels.block(x, y - 9, 16, 14, 0.25);
  const goalLayer = thumb ? null : objectives(grid, labels, goals);
  const placeLayer = places(grid, labels, thumb ? new Map() : sources);
  if (!thumb) names(grid, labels, goals);
  labels.settle();
  const frame = { x: 6, y: 6, width: r1(grid.width - 12), height: r1(H - 12), rx: 4 };
  const inner = { x: 11, y: 11, width: r1(grid.width - 22), height: r1(H - 22), rx: 2 };
  return s(
    'svg',
    {
      class: `map sheet-map ${thumb ? 'thumb' : ''}`,
      viewBox: `0 0 ${r1(grid.width)} ${r1(H)}`,
      width: r1(grid.width),
      height: r1(H),
      'aria-hidden': 'true',
    },
    definitions(id, !thumb),
    ground(grid, { id, textured: !thumb, height: H }),
    water.layer,
    roads(grid),
    !thumb && front(grid, zones('front')[0]?.hexes ?? null),
    s('path', { class: 'hexgrid', d: open.map((i) => grid.outline(i)).join('') }),
    s('path', {
      class: 'hexgrid at-sea',
      d: of('sea')
        .map((i) => grid.outline(i))
        .join(''),
    }),
    print,
    goalLayer,
    placeLayer,
    !thumb && [
      water.names,
      labels.layer,
      entryLetters(grid),
      edgeArrows(grid),
      s('rect', { class: 'frame', ...frame }),
      s('rect', { class: 'frame thin', ...inner }),
      legend(grid, { id, title, subtitle }),
    ],
  );
}
