// From sets of hexes to organic outlines, and from points to smooth paths.
import { wobble } from '../lib/noise.js';

/** @typedef {import('../shapes').Point} Point */
/** @typedef {import('./hexgrid.js').HexGrid} HexGrid */
/** @typedef {{ a: Point, b: Point, edge: boolean }} Segment a hexside; `edge`: on the map's edge */

/** @param {Point} p */
const key = ([x, y]) => `${Math.round(x)},${Math.round(y)}`;
/** @param {number} v */
const f = (v) => v.toFixed(1);

/**
 * Closed loops of hexsides round a set of hexes (outer clockwise, holes the other way).
 * @param {HexGrid} grid @param {string[]} ids
 * @returns {Segment[][]}
 */
export function loops(grid, ids) {
  const inside = new Set(ids);
  /** @type {Map<string, Segment[]>} */
  const next = new Map();
  for (const id of ids) {
    for (let k = 0; k < 6; k++) {
      const n = grid.step(id, k);
      if (n && inside.has(n)) continue;
      const [a, b] = grid.side(id, k);
      const list = next.get(key(a)) ?? [];
      next.set(key(a), list);
      list.push({ a, b, edge: !n });
    }
  }
  const out = [];
  for (const list of next.values()) {
    for (let e = list.pop(); e; e = list.pop()) {
      const loop = [];
      for (let at = /** @type {Segment | undefined} */ (e); at; at = next.get(key(at.b))?.pop())
        loop.push(at);
      out.push(loop);
    }
  }
  return out;
}

/**
 * Subdivides and wobbles a loop of sides; sides on the map's edge stay straight.
 * @param {Segment[]} loop
 * @param {{ amount?: number, scale?: number, parts?: number, relax?: number }} [how]
 * @returns {Point[]}
 */
export function organic(loop, { amount = 5, scale = 34, parts = 4, relax = 1 } = {}) {
  /** @type {Point[]} */
  let points = [];
  for (const { a, b, edge } of loop) {
    for (let i = 0; i < parts; i++) {
      const t = i / parts;
      /** @type {Point} */
      const p = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
      points.push(edge ? p : wobble(p, amount, scale));
    }
  }
  for (let n = 0; n < relax; n++) {
    const old = points;
    points = old.map((p, i) => {
      const a = old[(i + old.length - 1) % old.length];
      const b = old[(i + 1) % old.length];
      return [(a[0] + 2 * p[0] + b[0]) / 4, (a[1] + 2 * p[1] + b[1]) / 4];
    });
  }
  return points;
}

/**
 * Catmull-Rom through the points, as a path.
 * @param {Point[]} points @param {boolean} [closed] @param {number} [tension]
 */
export function smooth(points, closed = false, tension = 1) {
  const n = points.length;
  if (n < 2) return '';
  /** @param {number} i */
  const at = (i) => (closed ? points[(i + n) % n] : points[Math.max(0, Math.min(n - 1, i))]);
  const t = tension / 6;
  let d = `M${f(points[0][0])} ${f(points[0][1])}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const c1 = `${f(p1[0] + (p2[0] - p0[0]) * t)} ${f(p1[1] + (p2[1] - p0[1]) * t)}`;
    const c2 = `${f(p2[0] - (p3[0] - p1[0]) * t)} ${f(p2[1] - (p3[1] - p1[1]) * t)}`;
    d += `C${c1} ${c2} ${f(p2[0])} ${f(p2[1])}`;
  }
  return d + (closed ? 'Z' : '');
}

/**
 * Plain outline of a set of hexes.
 * @param {HexGrid} grid @param {string[]} ids
 */
export const plain = (grid, ids) =>
  loops(grid, ids)
    .map((loop) => `M${loop.map(({ a }) => `${f(a[0])} ${f(a[1])}`).join('L')}Z`)
    .join('');

/**
 * Chains loose segments into as few lines as possible.
 * @param {[Point, Point][]} segments
 * @returns {Point[][]}
 */
export function chain(segments) {
  /** @type {Map<string, number[]>} */
  const ends = new Map();
  const left = new Set(segments.keys());
  /** @param {Point} p @param {number} i */
  const note = (p, i) => ends.set(key(p), [...(ends.get(key(p)) ?? []), i]);
  segments.forEach(([a, b], i) => {
    note(a, i);
    note(b, i);
  });
  /** @type {Point[][]} */
  const lines = [];
  /** @param {string} start @param {number} first */
  const walk = (start, first) => {
    /** @type {Point[]} */
    const line = [];
    let at = start;
    let i = first;
    for (;;) {
      const [a, b] = segments[i];
      left.delete(i);
      const [p, q] = key(a) === at ? [a, b] : [b, a];
      if (!line.length) line.push(p);
      line.push(q);
      at = key(q);
      const here = ends.get(at) ?? [];
      const more = here.filter((j) => left.has(j));
      if (more.length !== 1 || here.length > 2) break;
      i = more[0];
    }
    lines.push(line);
  };
  for (const [at, list] of ends) {
    if (list.length !== 2) for (const i of list) if (left.has(i)) walk(at, i);
  }
  for (const i of left) if (left.has(i)) walk(key(segments[i][0]), i);
  return lines;
}

/**
 * A wobbled line with extra points, for rivers along hexsides.
 * @param {Point[]} line
 * @returns {Point[]}
 */
export function meander(line, amount = 4, parts = 3) {
  /** @type {Point[]} */
  const points = [];
  line.slice(1).forEach((b, i) => {
    const a = line[i];
    for (let j = 0; j < parts; j++) {
      points.push(
        wobble([a[0] + ((b[0] - a[0]) * j) / parts, a[1] + ((b[1] - a[1]) * j) / parts], amount, 30),
      );
    }
  });
  points.push(wobble(line[line.length - 1], amount, 30));
  for (let n = 0; n < 2; n++) {
    for (let i = 1; i < points.length - 1; i++) {
      const [a, p, b] = [points[i - 1], points[i], points[i + 1]];
      points[i] = [(a[0] + 2 * p[0] + b[0]) / 4, (a[1] + 2 * p[1] + b[1]) / 4];
    }
  }
  return points;
}
