// Pan and zoom of the board by pointer, wheel, pinch and keys. Moves one element with a CSS transform; nothing is redrawn.
import { calm } from '../lib/dom.js';

/** @typedef {import('../shapes').Point} Point */
/** @typedef {{ x0: number, y0: number, x1: number, y1: number }} Frame a rectangle of the map */
/** @typedef {{ pad?: number[], max?: number, soft?: boolean }} ShowHow insets of the window (top, right, bottom, left), largest scale, glide */
/** @typedef {{ x: number, y: number, k: number }} Place */

export class PanZoom {
  x = 0;
  y = 0;
  /** Scale. */
  k = 1;
  min = 0.2;
  max = 3;
  /** A drag is going on or has just ended: its click is none. */
  moved = false;
  /** What was asked to be shown; kept in view on resize until the player moves the map himself. @type {[Frame, ShowHow] | null} */
  wanted = null;
  /** @type {Map<number, Point>} */
  #pointers = new Map();
  /** @type {Point} */
  #start = [0, 0];
  #frame = 0;
  #rest = 0;

  /**
   * @param {HTMLElement} view the window @param {HTMLElement} world the sheet, `size` map units
   * @param {{ width: number, height: number }} size @param {(k: number) => void} onchange
   */
  constructor(view, world, size, onchange) {
    this.view = view;
    this.world = world;
    this.size = size;
    this.onchange = onchange;
    view.addEventListener('pointerdown', (e) => this.#down(e));
    view.addEventListener('pointermove', (e) => this.#move(e));
    for (const type of /** @type {const} */ (['pointerup', 'pointercancel', 'pointerleave'])) {
      view.addEventListener(type, (e) => this.#up(e));
    }
    view.addEventListener('click', (e) => this.moved && e.stopImmediatePropagation(), true);
    view.addEventListener('wheel', (e) => this.#wheel(e), { passive: false });
    view.addEventListener('dblclick', (e) => this.zoomAt(this.#local(e), 1.6, true));
    new ResizeObserver(() => {
      if (this.wanted) this.show(...this.wanted);
      else this.#apply();
    }).observe(view);
  }

  /** @param {MouseEvent} e @returns {Point} */
  #local(e) {
    const box = this.view.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  }

  /** @param {PointerEvent} e */
  #down(e) {
    if (e.button > 0) return;
    this.#start = this.#local(e);
    this.#pointers.set(e.pointerId, this.#start);
    this.moved = false;
    this.#stop();
  }

  /** @param {PointerEvent} e */
  #move(e) {
    const old = this.#pointers.get(e.pointerId);
    if (!old) return;
    const p = this.#local(e);
    const other = [...this.#pointers].find(([id]) => id !== e.pointerId)?.[1];
    if (other) {
      const before = Math.hypot(old[0] - other[0], old[1] - other[1]);
      const after = Math.hypot(p[0] - other[0], p[1] - other[1]);
      /** @type {Point} */
      const mid = [(p[0] + other[0]) / 2, (p[1] + other[1]) / 2];
      this.x += (p[0] - old[0]) / 2;
      this.y += (p[1] - old[1]) / 2;
      if (before > 0) this.#scale(mid, after / before);
      this.moved = true;
      this.wanted = null;
    } else {
      if (!this.moved && Math.hypot(p[0] - this.#start[0], p[1] - this.#start[1]) < 5) return; // a click, not a drag
      if (!this.moved) {
        this.moved = true;
        this.wanted = null;
        this.view.setPointerCapture(e.pointerId);
        this.view.classList.add('grabbing');
      }
      this.x += p[0] - old[0];
      this.y += p[1] - old[1];
    }
    this.#pointers.set(e.pointerId, p);
    this.#apply(true);
  }

  /** @param {PointerEvent} e */
  #up(e) {
    this.#pointers.delete(e.pointerId);
    if (!this.#pointers.size) this.view.classList.remove('grabbing');
  }

  /** Something else has taken this pointer: it moves the map no more, and its click is none. @param {number} pointer */
  release(pointer) {
    this.#pointers.delete(pointer);
    this.moved = true;
  }

  /** @param {WheelEvent} e */
  #wheel(e) {
    e.preventDefault();
    const rate = e.ctrlKey ? 0.01 : e.deltaMode ? 0.05 : 0.0016;
    this.zoomAt(this.#local(e), Math.exp(-e.deltaY * rate));
  }

  /** @param {Point} at @param {number} factor */
  #scale([px, py], factor) {
    const k = Math.min(this.max, Math.max(this.min, this.k * factor));
    const g = k / this.k;
    this.x = px - (px - this.x) * g;
    this.y = py - (py - this.y) * g;
    this.k = k;
  }

  #stop() {
    cancelAnimationFrame(this.#frame);
  }

  /** @param {Point} at @param {number} factor */
  zoomAt(at, factor, soft = false) {
    this.wanted = null;
    const from = { x: this.x, y: this.y, k: this.k };
    this.#stop();
    this.#scale(at, factor);
    if (!soft) {
      this.#apply(true);
      return;
    }
    const to = { x: this.x, y: this.y, k: this.k };
    Object.assign(this, from);
    this.#glide(to);
  }

  /** @param {number} factor */
  zoom(factor) {
    const box = this.view.getBoundingClientRect();
    this.zoomAt([box.width / 2, box.height / 2], factor, true);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.wanted = null;
    this.#glide({ x: this.x + dx, y: this.y + dy, k: this.k }, 120);
  }

  /** Shows a rectangle of the map. @param {Frame} frame @param {ShowHow} [how] */
  show(frame, { pad = [0, 0, 0, 0], max = this.max, soft = false } = {}) {
    this.wanted = [frame, { pad, max }];
    const box = this.view.getBoundingClientRect();
    const w = Math.max(60, box.width - pad[1] - pad[3]);
    const h = Math.max(60, box.height - pad[0] - pad[2]);
    const fit = Math.min(w / (frame.x1 - frame.x0), h / (frame.y1 - frame.y0));
    const k = Math.min(max, Math.max(this.min, fit));
    // where the sheet is larger than the window, show no desk beyond its edge
    /** @param {number} v @param {number} room @param {number} length */
    const edge = (v, room, length) => (length > room ? Math.min(10, Math.max(room - length - 10, v)) : v);
    const x = edge(pad[3] + w / 2 - (k * (frame.x0 + frame.x1)) / 2, box.width, this.size.width * k);
    const y = edge(pad[0] + h / 2 - (k * (frame.y0 + frame.y1)) / 2, box.height, this.size.height * k);
    if (soft) this.#glide({ x, y, k });
    else {
      Object.assign(this, { x, y, k });
      this.#apply();
    }
  }

  /** Is this rectangle of the map in the window? @param {Frame} frame @param {number} [bottom] covered at the bottom */
  sees(frame, bottom = 0) {
    const box = this.view.getBoundingClientRect();
    const [a, b] = this.toView([frame.x0, frame.y0]);
    const [c, d] = this.toView([frame.x1, frame.y1]);
    return a >= 0 && b >= 0 && c <= box.width && d <= box.height - bottom;
  }

  /** Back to a place one was at. @param {Place} to */
  goTo(to) {
    this.wanted = null;
    this.#glide(to);
  }

  /** @param {Place} to */
  #glide(to, ms = 220) {
    this.#stop();
    if (calm()) {
      Object.assign(this, to);
      this.#apply();
      return;
    }
    const from = { x: this.x, y: this.y, k: this.k };
    const t0 = performance.now();
    /** @param {number} t */
    const tick = (t) => {
      const u = Math.max(0, Math.min(1, (t - t0) / ms));
      const e = 1 - (1 - u) ** 3;
      this.x = from.x + (to.x - from.x) * e;
      this.y = from.y + (to.y - from.y) * e;
      this.k = from.k + (to.k - from.k) * e;
      this.#apply(true);
      if (u < 1) this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
  }

  #apply(moving = false) {
    const box = this.view.getBoundingClientRect();
    const slack = 140; // never lose the sheet
    this.x = Math.min(box.width - slack, Math.max(slack - this.size.width * this.k, this.x));
    this.y = Math.min(box.height - slack, Math.max(slack - this.size.height * this.k, this.y));
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.k})`;
    this.world.classList.toggle('moving', moving);
    clearTimeout(this.#rest);
    if (moving) this.#rest = window.setTimeout(() => this.world.classList.remove('moving'), 180);
    this.onchange(this.k);
  }

  /** Window point to map point. @param {MouseEvent} e @returns {Point} */
  toMap(e) {
    const [x, y] = this.#local(e);
    return [(x - this.x) / this.k, (y - this.y) / this.k];
  }

  /** Map point to window point. @param {Point} p @returns {Point} */
  toView([x, y]) {
    return [x * this.k + this.x, y * this.k + this.y];
  }
}
