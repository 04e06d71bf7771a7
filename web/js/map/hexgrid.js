// Hex geometry from the middles of the hexes: works for every numbering. One length unit = one pixel at zoom 1.
import { r1 } from '../lib/dom.js';

/** @typedef {import('../shapes').Point} Point */
/** @typedef {import('../types').HexSheet} HexSheet */
/** @typedef {import('../types').HexCell} HexCell */

const SQ3 = Math.sqrt(3);
const HEX = 48;

/** @typedef {import('../shapes').Geometry} Geometry */

/** @implements {Geometry} */
export class HexGrid {
  kind = /** @type {const} */ ('hexes');
  /** Distance from the middle of a hex to its corner. */
  radius = HEX;
  /** Paper between the hexes and the edge of the sheet. */
  margin = 58;
  /** Room below the map for the legend. */
  foot = 92;

  /** @param {HexSheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.flat = sheet.orientation !== 'pointy';
    /** @type {Map<string, HexCell>} */
    this.cells = new Map(sheet.hexes.map((c) => [c.id, c]));
    this.ids = sheet.hexes.map((c) => c.id);
    const R = this.radius;
    const [padX, padY] = this.flat ? [R, (R * SQ3) / 2] : [(R * SQ3) / 2, R];
    const xs = sheet.hexes.map((c) => c.x * R);
    const ys = sheet.hexes.map((c) => c.y * R);
    const left = Math.min(...xs) - padX - this.margin;
    const top = Math.min(...ys) - padY - this.margin;
    /** @type {Map<string, Point>} */
    this.at = new Map();
    /** @type {Map<string, string>} */
    this.byPlace = new Map();
    for (const c of sheet.hexes) {
      /** @type {Point} */
      const p = [c.x * R - left, c.y * R - top];
      this.at.set(c.id, p);
      this.byPlace.set(this.#key(p), c.id);
    }
    this.width = Math.max(...xs) + padX + this.margin - left;
    /** Height of the map without the legend. */
    this.ground = Math.max(...ys) + padY + this.margin - top;
    this.height = this.ground + this.foot;
    /** @type {Point[]} */
    this.directions = [...Array(6).keys()].map((k) => {
      const a = (Math.PI / 180) * (60 * k + (this.flat ? 30 : 0));
      return [Math.cos(a) * R * SQ3, Math.sin(a) * R * SQ3];
    });
    /** @type {Map<string, (string | null)[]>} */
    this.near = new Map(this.ids.map((id) => [id, this.directions.map((d) => this.#find(id, d))]));
  }

  /** @param {Point} p */
  #key([x, y]) {
    return `${Math.round(x / 8)},${Math.round(y / 8)}`;
  }

  /** @param {string} id @param {Point} direction */
  #find(id, [dx, dy]) {
    const [x, y] = this.centre(id);
    const [i, j] = [Math.round((x + dx) / 8), Math.round((y + dy) / 8)];
    for (let a = -1; a <= 1; a++) {
      for (let b = -1; b <= 1; b++) {
        const found = this.byPlace.get(`${i + a},${j + b}`);
        if (found) return found;
      }
    }
    return null;
  }

  /** @param {string} id */
  has(id) {
    return this.at.has(id);
  }

  /** @param {string} id @returns {Point} */
  centre(id) {
    return this.at.get(id) ?? [this.width / 2, this.height / 2];
  }

  /** @param {string} id */
  cell(id) {
    const cell = this.cells.get(id);
    if (!cell) throw new Error(`no hex ${id}`);
    return cell;
  }

  /** @param {string} id @returns {Point[]} */
  corners(id, r = this.radius) {
    const [x, y] = this.centre(id);
    return [...Array(6).keys()].map((k) => {
      const a = (Math.PI / 180) * (60 * k + (this.flat ? 0 : -30));
      return [x + r * Math.cos(a), y + r * Math.sin(a)];
    });
  }

  /** Neighbour in direction k (0 to 5), or null at the edge of the map. @param {string} id @param {number} k */
  step(id, k) {
    return this.near.get(id)?.[k] ?? null;
  }

  /** @param {string} id @returns {string[]} */
  neighbours(id) {
    return (this.near.get(id) ?? []).filter((n) => n !== null);
  }

  /** The side in direction k: its two corners, clockwise. @param {string} id @param {number} k @returns {[Point, Point]} */
  side(id, k) {
    const c = this.corners(id);
    return [c[k % 6], c[(k + 1) % 6]];
  }

  /** The side between two hexes. @param {string} a @param {string} b @returns {[Point, Point] | null} */
  between(a, b) {
    const k = this.near.get(a)?.indexOf(b) ?? -1;
    return k < 0 ? null : this.side(a, k);
  }

  /** @param {string} a @param {string} b @returns {Point} */
  mid(a, b) {
    const p = this.centre(a);
    const q = this.centre(b);
    return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  }

  /** @param {string} id */
  outline(id, inset = 0) {
    const corners = this.corners(id, this.radius - inset);
    return `M${corners.map((p) => `${r1(p[0])} ${r1(p[1])}`).join('L')}Z`;
  }

  /** Hex under a point of the map, or null. @param {Point} at */
  pick([x, y]) {
    let best = null;
    let least = this.radius * this.radius;
    for (const [id, [cx, cy]] of this.at) {
      const d = (cx - x) ** 2 + (cy - y) ** 2;
      if (d < least) [least, best] = [d, id];
    }
    return best;
  }
}
