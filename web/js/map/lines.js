// Rivers along hexsides, roads through hexes, bridges, the front.
import { s, r1, pt } from '../lib/dom.js';
import { chain, meander, smooth } from './outline.js';
import { settlement } from './places.js';

/** @typedef {import('../shapes').Point} Point */
/** @typedef {import('./hexgrid.js').HexGrid} HexGrid */

/** @param {string} pair `1009/1010` @returns {[string, string]} */
function hexesOf(pair) {
  const [a, b] = pair.split('/');
  return [a, b];
}

/** The name of a river along its course. @param {Point[]} points @param {string} text @param {string} id */
function riverName(points, text, id) {
  const mid = Math.floor(points.length * 0.62);
  const part = points.slice(Math.max(0, mid - 9), mid + 10);
  /** @type {Point[]} */
  const loose = part.map((_, i) => {
    const near = part.slice(Math.max(0, i - 4), i + 5);
    return [
      near.reduce((t, q) => t + q[0], 0) / near.length,
      near.reduce((t, q) => t + q[1], 0) / near.length,
    ];
  });
  if (loose[0][0] > loose[loose.length - 1][0]) loose.reverse();
  const els = [
    s('path', { id, d: smooth(loose), fill: 'none' }),
    s(
      'text',
      { class: 'river-name', dy: -7 },
      s('textPath', { href: `#${id}`, startOffset: '50%', 'text-anchor': 'middle', text }),
    ),
  ];
  return { els, along: loose };
}

/**
 * Water: casing, body and a thin light. Names of rivers follow their course.
 * @param {HexGrid} grid @param {string} id
 */
export function rivers(grid, id) {
  const casing = s('g');
  const body = s('g');
  const light = s('g');
  const names = s('g', { class: 'river-names' });
  const walls = s('g');
  /** Where names of rivers run: other names keep away. @type {Point[]} */
  const along = [];
  let n = 0;
  for (const line of grid.sheet.sides) {
    const segments = line.hexes.map((pair) => grid.between(...hexesOf(pair))).filter((x) => x !== null);
    if (line.look === 'river' || line.look === 'stream') {
      /** @type {Point[]} */
      let longest = [];
      for (const course of chain(segments)) {
        const points = meander(course);
        const d = smooth(points);
        casing.append(s('path', { class: `${line.look} casing`, d }));
        body.append(s('path', { class: `${line.look} water`, d }));
        light.append(s('path', { class: `${line.look} light`, d }));
        if (points.length > longest.length) longest = points;
      }
      if (line.label && line.look === 'river' && longest.length > 14) {
        const name = riverName(longest, line.label, `river${id}-${n++}`);
        names.append(...name.els);
        along.push(...name.along);
      }
    } else if (line.look !== 'front') {
      for (const [a, b] of segments) walls.append(s('path', { class: 'wall', d: `M${pt(a)}L${pt(b)}` }));
    }
  }
  return { layer: s('g', { class: 'rivers' }, casing, body, light, walls), names, along };
}

/** Where a road leaves the sheet: the outer direction furthest from the middle. @param {HexGrid} grid @param {string} id @returns {Point | null} */
function wayOff(grid, id) {
  const [x, y] = grid.centre(id);
  /** @param {Point} d */
  const score = ([dx, dy]) =>
    (x + dx - grid.width / 2) ** 2 / grid.width ** 2 + (y + dy - grid.ground / 2) ** 2 / grid.ground ** 2;
  const free = grid.directions.filter((_, k) => !grid.step(id, k)).sort((a, b) => score(b) - score(a));
  return free.length ? [x + free[0][0] * 0.62, y + free[0][1] * 0.62] : null;
}

/**
 * The course of a road in one hex: a curve from side to side, straight to the middle at junctions and towns.
 * @param {Point} c @param {Point[]} mids @param {{ stop: boolean, alone: boolean, rail: boolean }} how
 */
function courseIn(c, mids, { stop, alone, rail }) {
  if (mids.length === 2 && !stop && (alone || rail)) return `M${pt(mids[0])}Q${pt(c)} ${pt(mids[1])}`;
  if (mids.length < 2 || stop || rail) return mids.map((m) => `M${pt(m)}L${pt(c)}`).join('');
  let best = { i: 0, j: 1, d: -1 };
  for (let i = 0; i < mids.length; i++) {
    for (let j = i + 1; j < mids.length; j++) {
      const d = Math.hypot(mids[i][0] - mids[j][0], mids[i][1] - mids[j][1]);
      if (d > best.d) best = { i, j, d };
    }
  }
  const [a, b] = [mids[best.i], mids[best.j]];
  /** @type {Point} */
  const join = [c[0] * 0.5 + (a[0] + b[0]) * 0.25, c[1] * 0.5 + (a[1] + b[1]) * 0.25];
  const rest = mids.filter((_, i) => i !== best.i && i !== best.j).map((m) => `M${pt(m)}L${pt(join)}`);
  return `M${pt(a)}Q${pt(c)} ${pt(b)}${rest.join('')}`;
}

/** @param {HexGrid} grid @returns {{ a: string, b: string, kind: string }[]} */
export function steps(grid) {
  const out = [];
  for (const link of grid.sheet.links) {
    for (let i = 1; i < link.hexes.length; i++) {
      const [a, b] = [link.hexes[i - 1], link.hexes[i]];
      if (grid.has(a) && grid.has(b)) out.push({ a, b, kind: link.look });
    }
  }
  return out;
}

/** Roads, trails and railways. @param {HexGrid} grid */
export function roads(grid) {
  const all = steps(grid);
  /** @type {Map<string, Map<string, Set<string>>>} */
  const at = new Map();
  /** @param {string} from @param {string} to @param {string} kind */
  const note = (from, to, kind) => {
    const kinds = at.get(from) ?? new Map();
    at.set(from, kinds);
    kinds.set(kind, (kinds.get(kind) ?? new Set()).add(to));
  };
  for (const { a, b, kind } of all) {
    note(a, b, kind);
    note(b, a, kind);
  }
  /** @type {Map<string, string>} */
  const courses = new Map();
  /** @param {string} kind @param {string} d */
  const push = (kind, d) => courses.set(kind, (courses.get(kind) ?? '') + d);
  for (const [id, kinds] of at) {
    const c = grid.centre(id);
    const cell = grid.cell(id);
    const stop = settlement(cell) !== null;
    for (const [kind, ends] of kinds) {
      const mids = [...ends].map((to) => grid.mid(id, to));
      push(kind, courseIn(c, mids, { stop, alone: kinds.size === 1, rail: kind === 'railroad' }));
    }
    const off = cell.signs.includes('way-off') ? wayOff(grid, id) : null;
    if (off) push(kinds.has('road') ? 'road' : [...kinds.keys()][0], `M${pt(c)}L${pt(off)}`);
  }
  const layer = s('g', { class: 'roads' });
  for (const kind of ['railroad', 'trail', 'road']) {
    const d = courses.get(kind);
    if (d) layer.append(s('path', { class: `${kind} casing`, d }), s('path', { class: `${kind} bed`, d }));
  }
  layer.append(bridges(grid, all));
  return layer;
}

/** @param {HexGrid} grid @param {{ a: string, b: string, kind: string }[]} all */
function bridges(grid, all) {
  const wet = new Set(
    grid.sheet.sides
      .filter((side) => side.look === 'river')
      .flatMap((side) => side.hexes.flatMap((pair) => [pair, hexesOf(pair).reverse().join('/')])),
  );
  const layer = s('g', { class: 'bridges' });
  for (const { a, b, kind } of all) {
    if (kind !== 'road' || !wet.has(`${a}/${b}`)) continue;
    const m = grid.mid(a, b);
    const c = grid.centre(a);
    const angle = (Math.atan2(m[1] - c[1], m[0] - c[0]) * 180) / Math.PI;
    layer.append(
      s('path', {
        class: 'bridge',
        transform: `translate(${pt(m)}) rotate(${r1(angle)})`,
        d: 'M-9 -7.5L-6 -5H6L9 -7.5M-9 7.5L-6 5H6L9 7.5',
      }),
    );
  }
  return layer;
}

/**
 * The first front: a line on hexsides, with ticks towards the second hex of each.
 * @param {[Point, Point][]} segments
 */
function frontLine(segments) {
  const layer = s('g', { class: 'front' });
  for (const line of chain(segments)) {
    const d = smooth(line, false, 0.35);
    layer.append(s('path', { class: 'front-casing', d }), s('path', { class: 'front-line', d }));
  }
  let ticks = '';
  for (const [a, b] of segments) {
    const len = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const [dx, dy] = [(b[0] - a[0]) / len, (b[1] - a[1]) / len];
    for (const t of [0.25, 0.5, 0.75]) {
      ticks += `M${r1(a[0] + (b[0] - a[0]) * t)} ${r1(a[1] + (b[1] - a[1]) * t)}l${r1(dy * 6)} ${r1(-dx * 6)}`;
    }
  }
  layer.append(s('path', { class: 'front-ticks', d: ticks }));
  return layer;
}

/** The front round a set of hexes, or along the hexsides named so. @param {HexGrid} grid @param {string[] | null} zone */
export function front(grid, zone) {
  const named = grid.sheet.sides.filter((side) => side.look === 'front').flatMap((side) => side.hexes);
  /** @type {[Point, Point][]} */
  const segments = named.map((pair) => grid.between(...hexesOf(pair))).filter((x) => x !== null);
  if (!segments.length && zone) {
    const inside = new Set(zone);
    const dry = (/** @type {string} */ id) => grid.cell(id).ground !== 'sea';
    for (const id of zone) {
      if (!grid.has(id) || !dry(id)) continue;
      for (let k = 0; k < 6; k++) {
        const n = grid.step(id, k);
        if (n && !inside.has(n) && dry(n) && grid.cell(n).ground !== 'out') segments.push(grid.side(id, k));
      }
    }
  }
  return segments.length ? frontLine(segments) : null;
}
