// Geometry of an area map: polygons in their own drawing space, boxes round the sheet.

/** @typedef {import('../shapes').Point} Point */
/** @typedef {import('../types').AreaSheet} AreaSheet */
/** @typedef {import('../types').AreaCell} AreaCell */
/** @typedef {{ id: string, x: number, y: number, w: number, h: number }} BoxPlace */

/** @typedef {import('../shapes').Geometry} Geometry */

/** @implements {Geometry} */
export class AreaGrid {
  kind = /** @type {const} */ ('areas');
  radius = 70;
  scale = 2;
  /** Room beside, above and below the areas for the boxes. */
  margin = 210;
  top = 150;

  /** @param {AreaSheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.scale = 2000 / Math.max(...sheet.size);
    this.inner = { w: sheet.size[0] * this.scale, h: sheet.size[1] * this.scale };
    this.width = this.inner.w + 2 * this.margin;
    this.height = this.inner.h + 2 * this.top;
    /** @type {Map<string, AreaCell>} */
    this.cells = new Map(sheet.areas.map((a) => [a.id, a]));
    /** @type {Map<string, Point[]>} */
    this.polygons = new Map(sheet.areas.map((a) => [a.id, a.polygon.map((p) => this.scaled(p))]));
    /** @type {Map<string, BoxPlace>} */
    this.boxes = new Map(this.#boxes().map((b) => [b.id, b]));
    this.ids = [...this.cells.keys(), ...this.boxes.keys()];
  }

  /** Boxes lie outside the edge they belong to, near the areas they lead to. @returns {BoxPlace[]} */
  #boxes() {
    /** @type {Map<string, { box: import('../types').BoxCell, at: Point }[]>} */
    const edges = new Map();
    for (const box of this.sheet.boxes) {
      const near = box.connects.map((id) => this.cells.get(id)).filter((c) => c !== undefined);
      const mid = near.length ? near : [...this.cells.values()];
      /** @type {Point} */
      const at = this.scaled([
        mid.reduce((t, c) => t + c.centre[0], 0) / mid.length,
        mid.reduce((t, c) => t + c.centre[1], 0) / mid.length,
      ]);
      const edge = this.#edge(box.edge, at);
      edges.set(edge, [...(edges.get(edge) ?? []), { box, at }]);
    }
    /** @type {BoxPlace[]} */
    const out = [];
    for (const [edge, list] of edges) {
      const flat = edge === 'north' || edge === 'south';
      const [w, h] = flat ? [Math.min(560, (this.inner.w - 40) / list.length - 30), 108] : [184, 230];
      const length = flat ? w : h;
      const along = flat ? 0 : 1;
      const [from, to] = flat
        ? [this.margin, this.margin + this.inner.w]
        : [this.top, this.top + this.inner.h];
      let free = from;
      list.sort((a, b) => a.at[along] - b.at[along]);
      list.forEach(({ box, at }, i) => {
        const rest = (list.length - i - 1) * (length + 24);
        const start = Math.max(free, Math.min(to - length - rest, at[along] - length / 2));
        free = start + length + 24;
        const x = edge === 'west' ? 13 : edge === 'east' ? this.width - w - 13 : start;
        const y = edge === 'north' ? 20 : edge === 'south' ? this.height - h - 20 : start;
        out.push({ id: box.id, x, y, w, h });
      });
    }
    return out;
  }

  /** `south-east` and the like go to the side with more room. @param {string} edge @param {Point} at */
  #edge(edge, at) {
    if (['north', 'south', 'east', 'west'].includes(edge)) return edge;
    if (/west/.test(edge))
      return /north|south/.test(edge) && at[0] > this.margin + this.inner.w * 0.2
        ? edge.split('-')[0]
        : 'west';
    if (/east/.test(edge))
      return /north|south/.test(edge) && at[0] < this.margin + this.inner.w * 0.8
        ? edge.split('-')[0]
        : 'east';
    return 'north';
  }

  /** @param {Point} p @returns {Point} */
  scaled([x, y]) {
    return [x * this.scale + this.margin, y * this.scale + this.top];
  }

  /** @param {string} id */
  has(id) {
    return this.cells.has(id) || this.boxes.has(id);
  }

  /** @param {string} id @returns {Point} */
  centre(id) {
    const box = this.boxes.get(id);
    if (box) return [box.x + box.w / 2, box.y + box.h / 2 + 14];
    const cell = this.cells.get(id);
    return cell ? this.scaled(cell.centre) : [this.width / 2, this.height / 2];
  }

  /** @param {string} id */
  outline(id) {
    const box = this.boxes.get(id);
    if (box) return `M${box.x} ${box.y}h${box.w}v${box.h}h${-box.w}Z`;
    const polygon = this.polygons.get(id) ?? [];
    return polygon.length ? `M${polygon.map((p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join('L')}Z` : '';
  }

  /** @param {string} id @returns {Point | null} */
  boxSize(id) {
    const box = this.boxes.get(id);
    return box ? [box.w, box.h] : null;
  }

  /** @param {string} id @param {Point} at */
  inside(id, [x, y]) {
    const box = this.boxes.get(id);
    if (box) return x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h;
    const P = this.polygons.get(id) ?? [];
    let inside = false;
    for (let i = 0, j = P.length - 1; i < P.length; j = i++) {
      const crosses = P[i][1] > y !== P[j][1] > y;
      if (crosses && x < ((P[j][0] - P[i][0]) * (y - P[i][1])) / (P[j][1] - P[i][1]) + P[i][0])
        inside = !inside;
    }
    return inside;
  }

  /** @param {Point} at */
  pick(at) {
    return this.ids.find((id) => this.inside(id, at)) ?? null;
  }
}
