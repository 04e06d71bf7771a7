// The board: the sheet, the layers of play on it, the window onto both. Knows pieces and places, no game and no rules.
import { h, s } from '../lib/dom.js';
import { playDefinitions } from '../map/terrain.js';
import { crowd, crowdSize, describe, stack } from '../pieces/counter.js';
import { marker } from './overlays.js';
import { PanZoom } from './panzoom.js';

/** @typedef {import('../shapes').Point} Point */
/** @typedef {import('../pieces/units.js').Unit} Unit */

/**
 * @typedef {object} Pile units lying together
 * @property {string} key @property {string} place @property {Point} at @property {Unit[]} units @property {SVGGElement} el
 * @property {string} drawn all that its picture shows
 */

/** The light on a counter's face. */
const gloss = () =>
  s(
    'linearGradient',
    { id: 'gloss', x1: 0, y1: 0, x2: 0, y2: 1 },
    s('stop', { offset: 0, 'stop-color': '#fff', 'stop-opacity': 0.26 }),
    s('stop', { offset: 0.4, 'stop-color': '#fff', 'stop-opacity': 0 }),
    s('stop', { offset: 1, 'stop-color': '#000', 'stop-opacity': 0.12 }),
  );

/** Counters lie a little above the middle of a hex: names stand below it. */
const LIFT = 3;

/** Puts children in order, touching only those that are new, gone or moved. @param {Element} parent @param {Element[]} children */
function inPlace(parent, children) {
  const wanted = new Set(children);
  for (const el of [...parent.children]) if (!wanted.has(el)) el.remove();
  let next = parent.firstElementChild;
  for (const el of children) {
    if (el === next) next = next.nextElementSibling;
    else parent.insertBefore(el, next);
  }
}

const LAYERS = /** @type {const} */ ([
  'overlays',
  'markers',
  'about',
  'reach',
  'arrows',
  'recap',
  'pieces',
  'fight',
  'lit',
  'path',
  'spot',
  'stops',
]);

export class Board {
  /** @type {Map<string, Pile>} */
  piles = new Map();
  /** Where each known piece lies. @type {Map<string, Pile>} */
  byPiece = new Map();
  /** @type {(place: string | null) => void} */
  onhover = () => {};
  /** @type {(place: string | null, pile: Pile | null, piece: string | null, more: boolean) => void} */
  onpick = () => {};
  /** @type {() => void} */
  onmoved = () => {};

  /** @param {import('../shapes').Geometry} geometry @param {SVGSVGElement} picture @param {Record<string, import('../types').MarkerLook>} looks how markers are shown */
  constructor(geometry, picture, looks) {
    this.looks = looks;
    this.geometry = geometry;
    this.picture = picture;
    const { width, height } = geometry;
    /** @type {Record<typeof LAYERS[number], SVGGElement>} */
    this.layer = /** @type {any} */ (
      Object.fromEntries(LAYERS.map((n) => [n, s('g', { class: `layer-${n}` })]))
    );
    this.play = s(
      'svg',
      {
        class: 'play',
        viewBox: `0 0 ${width} ${height}`,
        width,
        height,
        role: 'group',
        'aria-label': 'Pieces on the map',
      },
      s('defs', {}, gloss(), playDefinitions()),
      LAYERS.map((n) => this.layer[n]),
    );
    this.world = h('div', { class: 'world' }, picture, this.play);
    this.view = h(
      'div',
      {
        class: 'view',
        tabindex: 0,
        role: 'region',
        'aria-label': 'Map. Arrow keys move it, plus and minus zoom, zero shows all.',
      },
      this.world,
    );
    this.panzoom = new PanZoom(this.view, this.world, { width, height }, (k) => {
      const lod = k < 0.5 ? 'far' : k < 0.86 ? 'mid' : 'near';
      if (this.play.dataset.lod !== lod) this.play.dataset.lod = picture.dataset.lod = lod;
      this.onmoved();
    });
    this.#listen();
  }

  #listen() {
    /** @type {string | null} */
    let last = null;
    this.view.addEventListener('pointermove', (e) => {
      if (e.pointerType === 'touch' || e.buttons) return;
      const place = this.geometry.pick(this.panzoom.toMap(e));
      if (place === last) return;
      last = place;
      this.onhover(place);
    });
    this.view.addEventListener('pointerleave', () => {
      last = null;
      this.onhover(null);
    });
    this.view.addEventListener('click', (e) => {
      const target = e.target instanceof Element ? e.target : null;
      const key = target?.closest('.stack')?.getAttribute('data-key');
      const pile = key ? (this.piles.get(key) ?? null) : null;
      const piece = target?.closest('.counter')?.getAttribute('data-unit') ?? null;
      this.onpick(pile ? pile.place : this.geometry.pick(this.panzoom.toMap(e)), pile, piece, e.shiftKey);
    });
  }

  /** Puts everything that lies on the map there. @param {Unit[]} units bottom of a stack first @param {import('../types').MarkerView[]} markers */
  setPieces(units, markers, leaning = /** @type {Map<string, Point>} */ (new Map())) {
    /** @type {Map<string, Unit[]>} */
    const groups = new Map();
    for (const unit of units) {
      if (!this.geometry.has(unit.place)) continue;
      const key = `${unit.place}|${unit.side ?? ''}`;
      groups.set(key, [...(groups.get(key) ?? []), unit]);
    }
    const before = this.piles;
    this.piles = new Map();
    this.byPiece.clear();
    const piles = [...groups].map(([key, list]) => this.#pile(key, list, groups, leaning, before.get(key)));
    piles.sort((a, b) => a.at[1] - b.at[1]);
    for (const pile of piles) {
      this.piles.set(pile.key, pile);
      for (const unit of pile.units) if (unit.id) this.byPiece.set(unit.id, pile);
    }
    inPlace(
      this.layer.pieces,
      piles.map((p) => p.el),
    );
    this.#markers(markers);
  }

  /**
   * A pile as it lies now; its picture is drawn anew only if it shows something else.
   * @param {string} key @param {Unit[]} units @param {Map<string, Unit[]>} groups @param {Map<string, Point>} leaning @param {Pile} [before]
   * @returns {Pile}
   */
  #pile(key, units, groups, leaning, before) {
    const { at, draw } = this.#lying(units, groups, leaning);
    const place = units[0].place;
    const drawn = JSON.stringify([at, units]);
    if (before?.drawn === drawn) return { ...before, units };
    const el = draw();
    el.dataset.key = key;
    el.setAttribute('role', 'img');
    el.setAttribute('aria-label', `${place}: ${units.map(describe).join('; ')}`);
    return { key, place, at, units, el, drawn };
  }

  /** Where a pile lies, and how it is drawn. @param {Unit[]} units @param {Map<string, Unit[]>} groups @param {Map<string, Point>} leaning @returns {{ at: Point, draw: () => SVGGElement }} */
  #lying(units, groups, leaning) {
    const place = units[0].place;
    const [x, y] = this.geometry.centre(place);
    if (this.geometry.kind === 'hexes') {
      const [dx, dy] = leaning.get(place) ?? [0, 0];
      const shared = ['republican', 'nationalist', ''].filter((side) => groups.has(`${place}|${side}`));
      const apart = shared.length > 1 ? (shared.indexOf(units[0].side ?? '') ? 15 : -15) : 0;
      /** @type {Point} */
      const at = [x + dx + apart, y + dy + apart - LIFT];
      return { at, draw: () => stack(units, at) };
    }
    const box = this.geometry.boxSize?.(place);
    if (box) {
      /** @type {Point} */
      const middle = [x, y];
      const perRow = Math.max(4, Math.floor(box[0] / 40) - 1);
      return { at: middle, draw: () => crowd(units, middle, { perRow }) };
    }
    const other = groups.has(`${place}|republican`) && groups.has(`${place}|nationalist`);
    const { h: high } = crowdSize(units.length);
    const up = other && units[0].side === 'republican';
    /** @type {Point} */
    const at = [x, up ? y - 30 - high / 2 : y + 32 + high / 2];
    return { at, draw: () => crowd(units, at, { away: up ? -1 : 1 }) };
  }

  /** @param {import('../types').MarkerView[]} markers */
  #markers(markers) {
    /** @type {Map<string, number>} */
    const used = new Map();
    const { geometry } = this;
    const els = markers
      .filter((m) => geometry.has(m.place))
      .map((m) => {
        const n = used.get(m.place) ?? 0;
        used.set(m.place, n + 1);
        const [x, y] = geometry.centre(m.place);
        const r = geometry.radius;
        return marker(
          m,
          this.looks[m.kind],
          geometry.kind === 'hexes' ? [x - r * 0.66 + n * 22, y - r * 0.46] : [x + 38 + n * 26, y],
        );
      });
    this.layer.markers.replaceChildren(...els);
  }

  /** Areas are painted by who controls them. @param {{ place: string, side: import('../types').Side }[]} control */
  paintControl(control) {
    if (this.geometry.kind !== 'areas') return;
    const by = new Map(control.map((c) => [c.place, c.side]));
    for (const el of this.picture.querySelectorAll('[data-area]')) {
      const side = by.get(el.getAttribute('data-area') ?? '');
      el.classList.toggle('republican', side === 'republican');
      el.classList.toggle('nationalist', side === 'nationalist');
    }
  }

  /** @param {typeof LAYERS[number][]} names */
  clear(...names) {
    for (const name of names) this.layer[name].replaceChildren();
  }

  /** Where a piece's counter is drawn. @param {string} id @returns {Point | null} */
  counterAt(id) {
    const pile = this.byPiece.get(id);
    const el = pile?.el.querySelector(`[data-unit="${CSS.escape(id)}"]`);
    if (!pile) return null;
    const inner = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(el?.getAttribute('transform') ?? '');
    return inner ? [pile.at[0] + Number(inner[1]), pile.at[1] + Number(inner[2])] : pile.at;
  }

  /** Where the top counter of a stack is drawn. @param {Pile} pile @returns {Point} */
  topOf(pile) {
    const top = pile.units[pile.units.length - 1].id;
    return (top && this.counterAt(top)) || pile.at;
  }

  /** The whole sheet. @param {number} [bottom] covered at the bottom */
  fit(soft = true, bottom = 0) {
    const { width, height } = this.geometry;
    this.panzoom.show({ x0: 0, y0: 0, x1: width, y1: height }, { pad: [8, 8, 8 + bottom, 54], soft });
  }

  /** A rectangle round places. @param {string[]} ids @param {number} [pad] @returns {import('./panzoom.js').Frame | null} */
  frame(ids, pad = 130) {
    const points = ids.filter((i) => this.geometry.has(i)).map((i) => this.geometry.centre(i));
    if (!points.length) return null;
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    return {
      x0: Math.min(...xs) - pad,
      x1: Math.max(...xs) + pad,
      y0: Math.min(...ys) - pad,
      y1: Math.max(...ys) + pad,
    };
  }

  /** Is the middle of a place in the window? @param {string} id @param {number} [bottom] covered at the bottom */
  sees(id, bottom = 0) {
    const frame = this.frame([id], 20);
    return !!frame && this.panzoom.sees(frame, bottom);
  }

  /** Brings places into the window, moving no more than needed. @param {string[]} ids @param {{ bottom?: number, soft?: boolean, force?: boolean }} [how] */
  reveal(ids, { bottom = 0, soft = true, force = false } = {}) {
    const frame = this.frame(ids, 60);
    if (!frame || (!force && this.panzoom.sees(frame, bottom))) return;
    const wide = this.frame(ids, 190);
    if (wide)
      this.panzoom.show(wide, {
        pad: [10, 20, 20 + bottom, 60],
        max: Math.max(1, Math.min(1.15, this.panzoom.k)),
        soft,
      });
  }

  /** Moves the window no more than needed for a point of the map to be in it. @param {Point} at @param {number} [bottom] covered at the bottom */
  bring(at, bottom = 0) {
    const [x, y] = this.panzoom.toView(at);
    const { width, height } = this.view.getBoundingClientRect();
    const edge = 70;
    const into = (/** @type {number} */ v, /** @type {number} */ room) =>
      v < edge ? edge - v : v > room - edge ? room - edge - v : 0;
    const [dx, dy] = [into(x, width), into(y, height - bottom)];
    if (dx || dy) this.panzoom.pan(dx, dy);
  }

  /**
   * Slides a counter along its ways to where it lies now; before, between and after them it stands still.
   * @param {string} piece @param {import('../table/motion.js').Leg[]} legs @param {number} total how long all of it takes
   * @returns {Animation | null}
   */
  slide(piece, legs, total) {
    const pile = this.byPiece.get(piece);
    const el = pile?.el.querySelector(`[data-unit="${CSS.escape(piece)}"]`);
    if (!pile || !el) return null;
    const end = this.geometry.centre(pile.place);
    const inner = /translate\(([-\d.]+) ([-\d.]+)\)(.*)/.exec(el.getAttribute('transform') ?? '');
    const [ix, iy, rest] = inner ? [Number(inner[1]), Number(inner[2]), inner[3]] : [0, 0, ''];
    const scale = /scale\(([\d.]+)\)/.exec(rest)?.[1] ?? '1';
    const frames = legs.flatMap(({ from, to, route }) => {
      const points = route.filter((i) => this.geometry.has(i)).map((i) => this.geometry.centre(i));
      return points.map(([x, y], i) => ({
        offset: Math.min(1, (from + ((to - from) * i) / Math.max(1, points.length - 1)) / total),
        transform: `translate(${ix + x - end[0]}px, ${iy + y - end[1]}px) scale(${scale})`,
      }));
    });
    if (frames.length < 2) return null;
    const [first, last] = [frames[0], frames[frames.length - 1]];
    pile.el.parentElement?.append(pile.el);
    return el.animate([{ ...first, offset: 0 }, ...frames, { ...last, offset: 1 }], { duration: total });
  }
}
