// A phone held upright: the map is the page, the panel a sheet at its foot that is pulled up and pushed down.
import { h, upright } from '../lib/dom.js';

/** Farther than this a finger pulls; less is a tap. */
const PULL = 24;
/** The sheet covers at most this share of the screen while it is down. */
const MOST = 0.45;

export class BottomSheet {
  #up = false;

  /** @param {HTMLElement} panel @param {() => HTMLElement} content what scrolls in it */
  constructor(panel, content) {
    this.panel = panel;
    this.content = content;
    this.handle = h('button', {
      class: 'sheet-handle',
      type: 'button',
      'aria-label': 'More of the panel',
      'aria-expanded': 'false',
      on: {
        pointerdown: (/** @type {PointerEvent} */ e) => this.#pull(e),
        click: (/** @type {MouseEvent} */ e) => e.detail === 0 && this.set(!this.#up), // by key; a finger is heard above
      },
    });
    panel.prepend(this.handle);
  }

  /** @param {boolean} up */
  set(up) {
    this.#up = up;
    document.body.classList.toggle('sheet-up', up);
    this.handle.setAttribute('aria-expanded', String(up));
  }

  /** @param {PointerEvent} e */
  #pull(e) {
    const from = e.clientY;
    const done = new AbortController();
    const { signal } = done;
    const end = (/** @type {PointerEvent} */ last) => {
      done.abort();
      const by = from - last.clientY;
      this.set(Math.abs(by) < PULL ? !this.#up : by > 0);
    };
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', () => done.abort(), { signal });
    e.preventDefault();
  }

  /** Down, it is as high as the question with its buttons. */
  fit() {
    if (!upright()) return;
    requestAnimationFrame(() => {
      const prompt = this.content().querySelector('.prompt');
      const above = this.content().offsetTop;
      const high = prompt instanceof HTMLElement ? above + prompt.offsetHeight : 0;
      this.panel.style.setProperty(
        '--asks',
        `${Math.min(Math.ceil(high), Math.round(innerHeight * MOST))}px`,
      );
    });
  }
}
