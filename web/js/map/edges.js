// Arrows outside the edge hexes: where troops of a side come onto the map, where they leave it.
import { capital, pt, r1, s, sideName } from '../lib/dom.js';
import { textWidth } from './labels.js';

/** @typedef {import('./hexgrid.js').HexGrid} HexGrid */
/** @typedef {import('../shapes').Point} Point */

const SIZE = 13;

/** Away from the map, where a hex lies at its edge. @param {HexGrid} grid @param {string} id @returns {Point | null} */
function outward(grid, id) {
  let [x, y] = [0, 0];
  grid.directions.forEach(([dx, dy], k) => {
    if (grid.step(id, k)) return;
    x += dx;
    y += dy;
  });
  const far = Math.hypot(x, y);
  return far > 1 ? [x / far, y / far] : null;
}

/** @param {HexGrid} grid */
export function edgeArrows(grid) {
  const layer = s('g', { class: 'edge-arrows' });
  /** How many arrows a hex has by now. @type {Map<string, number>} */
  const used = new Map();
  for (const zone of grid.sheet.zones) {
    const hexes = zone.hexes.filter((id) => grid.has(id) && outward(grid, id));
    if (!hexes.length || (zone.look !== 'way-in' && zone.look !== 'way-out')) continue;
    const out = zone.look === 'way-out';
    const group = s('g', {
      class: `edge-arrow ${zone.look} ${zone.side ?? ''}`,
      data: { zone: zone.name },
    });
    group.append(s('title', { text: `${out ? 'Exit' : 'Entry'}, ${sideName(zone.side)}: ${zone.label}` }));
    for (const id of hexes) group.append(arrowAt(grid, id, out, used.get(id) ?? 0));
    const middle = hexes[Math.floor(hexes.length / 2)];
    group.append(label(grid, middle, capital(zone.label), used.get(middle) ?? 0));
    for (const id of hexes) used.set(id, (used.get(id) ?? 0) + 1);
    layer.append(group);
  }
  return layer;
}

/** Arrows of one hex stand side by side. @param {HexGrid} grid @param {string} id @param {number} nth @param {number} out @returns {{ at: Point, u: Point }} */
function beside(grid, id, nth, out) {
  const u = outward(grid, id) ?? [0, -1];
  const [x, y] = grid.centre(id);
  const far = grid.radius * 0.87 + out;
  const aside = nth * 26;
  return { at: [x + u[0] * far - u[1] * aside, y + u[1] * far + u[0] * aside], u };
}

/** @param {HexGrid} grid @param {string} id @param {boolean} out @param {number} nth */
function arrowAt(grid, id, out, nth) {
  const { at, u } = beside(grid, id, nth, 14);
  const angle = (Math.atan2(u[1], u[0]) * 180) / Math.PI + (out ? 0 : 180);
  return s('path', {
    d: 'M-11 -5H0V-11L13 0L0 11V5H-11Z',
    transform: `translate(${pt(at)}) rotate(${r1(angle)})`,
  });
}

/** What the arrow says, beyond it, kept on the sheet. @param {HexGrid} grid @param {string} id @param {string} text @param {number} nth */
function label(grid, id, text, nth) {
  const { at, u } = beside(grid, id, nth, 38);
  const half = textWidth(text, SIZE) / 2 + 4;
  const [x, y] = [at[0] + u[0] * half * 0.8, at[1] + (u[1] < 0 ? 0 : 6) + nth * 14];
  return s('text', {
    x: r1(Math.max(half + 14, Math.min(grid.width - half - 14, x))),
    y: r1(Math.max(28, Math.min(grid.ground - 10, y))),
    'text-anchor': 'middle',
    'font-size': SIZE,
    text,
  });
}
