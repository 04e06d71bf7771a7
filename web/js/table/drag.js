// Dragging a counter: the same as a click on it and a click on the place where it is let go. A finger holds it first, so that
// a swipe still moves the map or the list.
import { h } from '../lib/dom.js';
import { picture } from '../pieces/counter.js';

/** @typedef {import('./page.js').TablePage} TablePage */

/** Less than this is a click; less than what the map takes for a pan. */
const SLACK = 4;
/** A finger rests so long on a counter before it takes it, in milliseconds. */
const HOLD = 260;

/**
 * @typedef {object} Held
 * @property {string} id the piece @property {number} pointer @property {number} x @property {number} y @property {boolean} touch
 * @property {HTMLElement | null} ghost the counter under the pointer, once it is being dragged
 * @property {boolean} picked was it picked by this drag, and not before? @property {Promise<void>} ready the piece is in hand and its places are known
 */

export class Drag {
  /** @type {Held | null} */
  #held = null;
  #timer = 0;

  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    const quiet = { capture: true };
    document.addEventListener('pointerdown', (e) => this.#down(e), quiet);
    document.addEventListener('pointermove', (e) => this.#move(e), quiet);
    document.addEventListener('pointerup', (e) => void this.#up(e), quiet);
    document.addEventListener('pointercancel', () => this.#drop(), quiet);
    document.addEventListener('keydown', (e) => e.key === 'Escape' && this.#drop(), quiet);
    document.addEventListener('contextmenu', (e) => this.#held?.touch && e.preventDefault());
  }

  /** The piece under the pointer, if it could be dragged. @param {PointerEvent} e */
  #pieceAt(e) {
    const target = e.target instanceof Element ? e.target : null;
    if (!target || target.closest('.tray, dialog, .popover')) return null;
    const counter =
      target.closest('.counter[data-unit]') ?? target.closest('.choices li')?.querySelector('[data-unit]');
    const id = counter?.getAttribute('data-unit');
    const { replay } = this.page;
    const { offers } = this.page.hand;
    if (!id || replay.past) return null;
    if (offers.mover === id || offers.movers.includes(id)) return id;
    // a piece that is picked up by a choice of its own; in a combat a click does other things than picking up
    return !this.page.shown.view.fight && offers.pieces.get(id)?.length === 1 ? id : null;
  }

  /** @param {PointerEvent} e */
  #down(e) {
    if (this.#held) {
      this.#drop(); // a second finger zooms
      return;
    }
    const id = e.button === 0 ? this.#pieceAt(e) : null;
    if (!id) return;
    const touch = e.pointerType === 'touch';
    this.#held = {
      id,
      pointer: e.pointerId,
      x: e.clientX,
      y: e.clientY,
      touch,
      ghost: null,
      picked: false,
      ready: Promise.resolve(),
    };
    if (!touch) return;
    this.#timer = window.setTimeout(() => this.#start(), HOLD);
    // a counter held by a finger: the list under it must not scroll away (told to the element touched, for it may be redrawn)
    e.target?.addEventListener('touchmove', (t) => this.#held?.ghost && t.preventDefault(), {
      passive: false,
    });
  }

  /** The counter leaves its place: it is picked as by a click. */
  #start() {
    const held = this.#held;
    const { page } = this;
    const unit = held && page.pieces.unit(held.id);
    if (!held || !unit) return;
    page.board.panzoom.release(held.pointer);
    document.documentElement.setPointerCapture(held.pointer);
    held.ghost = h(
      'div',
      { class: 'drag-ghost', 'aria-hidden': 'true' },
      picture(unit, Math.max(34, Math.min(62, 56 * page.board.panzoom.k))),
    );
    document.body.append(held.ghost);
    document.body.classList.add('dragging');
    page.popover.close();
    this.#follow(held.x, held.y);
    const own = page.hand.offers.pieces.get(held.id);
    if (page.hand.offers.mover === held.id) return;
    held.picked = true;
    if (own?.length === 1) held.ready = page.session.play(own[0].line);
    else page.hand.pickUp(held.id);
  }

  /** @param {number} x @param {number} y */
  #follow(x, y) {
    this.#held?.ghost?.style.setProperty('transform', `translate(${x}px, ${y}px) translate(-50%, -50%)`);
  }

  /** The place of the map under a point of the screen. @param {PointerEvent} e */
  #placeAt(e) {
    const { board } = this.page;
    const over = document.elementFromPoint(e.clientX, e.clientY);
    return over && board.view.contains(over) ? board.geometry.pick(board.panzoom.toMap(e)) : null;
  }

  /** @param {PointerEvent} e */
  #move(e) {
    const held = this.#held;
    if (!held || e.pointerId !== held.pointer) return;
    if (!held.ghost) {
      if (Math.hypot(e.clientX - held.x, e.clientY - held.y) < SLACK) return;
      if (held.touch) {
        this.#drop(); // a swipe
        return;
      }
      this.#start();
    }
    e.preventDefault();
    e.stopPropagation();
    this.#follow(e.clientX, e.clientY);
    this.page.pointer.hover(this.#placeAt(e));
  }

  /** @param {PointerEvent} e */
  async #up(e) {
    const held = this.#held;
    if (!held || e.pointerId !== held.pointer) return;
    const place = held.ghost ? this.#placeAt(e) : null;
    const dragged = held.ghost !== null;
    this.#drop();
    if (!dragged) return;
    e.stopPropagation();
    const noClick = (/** @type {Event} */ click) => click.stopImmediatePropagation();
    addEventListener('click', noClick, true);
    setTimeout(() => removeEventListener('click', noClick, true), 0);
    await held.ready;
    this.page.pointer.letGo(held.id, place, held.picked);
  }

  /** Nothing is dragged any more. */
  #drop() {
    clearTimeout(this.#timer);
    this.#held?.ghost?.remove();
    document.body.classList.remove('dragging');
    this.#held = null;
  }
}
