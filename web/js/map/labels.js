// Names that never collide: each label tries its places in order of taste and keeps the first free one.
import { s, r1 } from '../lib/dom.js';

/** @typedef {import('../shapes').Point} Point */
/** @typedef {{ x0: number, x1: number, y0: number, y1: number }} Box */
/** @typedef {[number, number, ('start' | 'middle' | 'end')?]} Offset */

const NARROW = /[iljtfr.,'’ ]/;
const WIDE = /[mwMWÑ]/;

/** Estimated width, so that placing needs no layout pass. @param {string} text @param {number} size */
export function textWidth(text, size) {
  let w = 0;
  for (const c of text) {
    const upper = c === c.toUpperCase() && c !== c.toLowerCase();
    w += NARROW.test(c) ? 0.33 : WIDE.test(c) ? 0.86 : upper ? 0.68 : 0.54;
  }
  return w * size;
}

/** @param {Box} a @param {Box} b */
const hit = (a, b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
/** @param {Box} a @param {Box} b */
const overlap = (a, b) =>
  Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) *
  Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));
/** @param {number} x @param {number} y @param {number} w @param {number} hgt @returns {Box} */
const around = (x, y, w, hgt) => ({ x0: x - w / 2, x1: x + w / 2, y0: y - hgt / 2, y1: y + hgt / 2 });

export class Labels {
  /** @type {(Box & { weight: number })[]} */
  taken = [];
  /** @type {Box[]} */
  names = [];
  /** @type {(Box & { el: Element })[]} */
  small = [];
  layer = s('g', { class: 'labels' });

  /** @param {Box} bounds */
  constructor(bounds) {
    this.bounds = bounds;
  }

  /** Keeps a place free of names (a symbol, a number, a letter). @param {number} x @param {number} y @param {number} w @param {number} hgt */
  block(x, y, w, hgt, weight = 1) {
    this.taken.push({ ...around(x, y, w, hgt), weight });
  }

  /**
   * Small print that gives way: it goes where a name comes to lie on it.
   * @param {Element} el @param {number} x @param {number} y @param {number} w @param {number} hgt
   */
  yields(el, x, y, w, hgt) {
    const box = around(x, y, w, hgt);
    this.small.push({ ...box, el });
    this.taken.push({ ...box, weight: 0.06 });
  }

  settle() {
    for (const print of this.small) if (this.names.some((b) => hit(print, b))) print.el.remove();
  }

  /**
   * @param {Point} at @param {Offset[]} offsets from `at`, best first
   * @param {{ size?: number, cls?: string, lines: string[] }} how
   */
  place([x, y], offsets, { size = 12, cls = '', lines }) {
    const w = Math.max(...lines.map((t) => textWidth(t, size))) + 6;
    const hgt = lines.length * size * 1.12 + 2;
    /** @type {{ cost: number, box: Box, ax: number, ay: number, anchor: string } | null} */
    let best = null;
    offsets.forEach(([dx, dy, anchor = 'middle'], n) => {
      const ax = x + dx;
      const x0 = anchor === 'middle' ? ax - w / 2 : anchor === 'start' ? ax - 3 : ax - w + 3;
      const y0 = y + dy - size * 0.92;
      const box = { x0, x1: x0 + w, y0, y1: y0 + hgt };
      let cost = n * 6;
      for (const t of this.taken) if (hit(box, t)) cost += (20 + overlap(box, t)) * t.weight;
      const { bounds } = this;
      if (box.x0 < bounds.x0 || box.x1 > bounds.x1 || box.y0 < bounds.y0 || box.y1 > bounds.y1) cost += 4000;
      if (!best || cost < best.cost) best = { cost, box, ax, ay: y + dy, anchor };
    });
    const found = /** @type {{ box: Box, ax: number, ay: number, anchor: string } | null} */ (best);
    if (!found) return;
    this.taken.push({ ...found.box, weight: 3 });
    this.names.push(found.box);
    this.layer.append(
      s(
        'text',
        {
          class: `label ${cls}`,
          x: r1(found.ax),
          y: r1(found.ay),
          'text-anchor': found.anchor,
          'font-size': size,
        },
        lines.map((text, i) => s('tspan', { x: r1(found.ax), dy: i ? r1(size * 1.1) : 0, text })),
      ),
    );
  }
}

/** Breaks a long name in two near its middle. @param {string} name @param {number} [max] @returns {string[]} */
export function breakName(name, max = 15) {
  const parts = name.split(' ');
  if (name.length <= max || parts.length < 2) return [name];
  let best = { d: Infinity, lines: [name] };
  for (let i = 1; i < parts.length; i++) {
    const a = parts.slice(0, i).join(' ');
    const b = parts.slice(i).join(' ');
    const d = Math.max(a.length, b.length) + (/^(de|del|la|el)$/i.test(parts[i - 1]) ? 3 : 0);
    if (d < best.d) best = { d, lines: [a, b] };
  }
  return best.lines;
}
