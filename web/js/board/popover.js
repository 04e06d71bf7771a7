// What lies in a place, large, with names; and what can be done with each piece there.
import { h, words } from '../lib/dom.js';
import { picture } from '../pieces/counter.js';
import { way } from '../table/offers.js';
import { button, iconButton, ruleLink } from '../panel/bits.js';

/** @typedef {import('../types').ChoiceView} Choice */
/** @typedef {import('../pieces/units.js').Unit} Unit */
/** @typedef {import('./board.js').Pile} Pile */

export class Popover {
  el = h('div', { class: 'popover', hidden: true, role: 'dialog', 'aria-label': 'Pieces here' });
  /** @type {import('../shapes').Point | null} */
  #at = null;
  /** The thing on the map the keyboard stood on. @type {SVGElement | null} */
  #from = null;

  /** @param {import('./board.js').Board} board @param {Map<string, string>} tags words for marks */
  constructor(board, tags) {
    this.board = board;
    this.tags = tags;
  }

  get open() {
    return !this.el.hidden;
  }

  close() {
    const inside = this.el.contains(document.activeElement);
    this.el.hidden = true;
    this.el.replaceChildren();
    this.#at = null;
    // who came by the keyboard goes back to where he came from, or to what was drawn in its place
    const { stop } = this.#from?.dataset ?? {};
    const from = this.#from?.isConnected
      ? this.#from
      : stop && this.board.layer.stops.querySelector(`[data-stop="${CSS.escape(stop)}"]`);
    if (inside && from instanceof SVGElement) from.focus({ preventScroll: true });
    this.#from = null;
  }

  /** @param {Unit} unit @param {Choice[]} choices @param {(list: Choice[]) => void} choose @param {(unit: Unit) => void} [pick] */
  #row(unit, choices, choose, pick) {
    const marks = unit.tags.map((t) => this.tags.get(t) ?? words(t));
    const steps = unit.most > 1 ? ` · ${unit.steps} of ${unit.most} steps` : '';
    const act = choices.length ? () => choose(choices) : pick ? () => pick(unit) : null;
    return h(
      'li',
      {
        class: act ? 'can' : '',
        tabindex: act ? 0 : null,
        role: act ? 'button' : null,
        data: unit.id ? { piece: unit.id } : {},
        on: act
          ? {
              click: act,
              keydown: (/** @type {KeyboardEvent} */ e) => {
                if (e.key !== 'Enter' && e.key !== ' ') return;
                e.preventDefault();
                act();
              },
            }
          : {},
      },
      picture(unit, 56),
      h(
        'span',
        {},
        h('b', {}, unit.id ? unit.label : 'Unknown unit'),
        h('small', {}, unit.id ? `${words(unit.symbol)} ${unit.factors}${steps}` : 'face down'),
        marks.length > 0 && h('em', {}, marks.join(', ')),
        choices.length > 0 &&
          h('small', { class: 'does' }, choices.length === 1 ? choices[0].text : `${choices.length} choices`),
      ),
    );
  }

  /**
   * @param {Pile[]} piles everything in the place
   * @param {{ title: string, sub: string, choicesOf: (unit: Unit) => Choice[], pickable: (unit: Unit) => boolean,
   *   pick: (unit: Unit) => void, choose: (list: Choice[]) => void, here: Choice[], together: string[],
   *   takeTogether: (ids: string[]) => void }} how `together`: those that can act in one
   */
  show(piles, { title, sub, choicesOf, pickable, pick, choose, here, together, takeTogether }) {
    const units = piles.flatMap((p) => [...p.units].reverse());
    this.el.hidden = false;
    this.el.replaceChildren(
      h(
        'header',
        {},
        h('b', {}, title),
        h('small', {}, sub),
        iconButton('close', 'Close', () => this.close()),
      ),
      h(
        'ul',
        {},
        units.map((u) => this.#row(u, choicesOf(u), choose, pickable(u) ? pick : undefined)),
      ),
    );
    if (together.length > 1) this.#several(together, takeTogether);
    if (here.length)
      this.el.append(
        h(
          'footer',
          {},
          here.map((c) => this.#button(c, choose)),
        ),
      );
    this.#at = piles[0]?.at ?? null;
    this.place();
  }

  /** All of a stack together, or those that are marked. @param {string[]} ids @param {(ids: string[]) => void} take */
  #several(ids, take) {
    /** @type {Set<string>} */
    const marked = new Set();
    const go = button(`All ${ids.length} together`, {
      cls: 'small primary',
      data: { together: '1' },
      on: () => take(marked.size > 1 ? [...marked] : ids),
    });
    for (const row of this.el.querySelectorAll('li[data-piece]')) {
      const id = row.getAttribute('data-piece') ?? '';
      if (!ids.includes(id)) continue;
      const box = h('input', { type: 'checkbox', 'aria-label': `${id} goes with others` });
      box.addEventListener('click', (e) => e.stopPropagation());
      box.addEventListener('keydown', (e) => e.stopPropagation());
      box.addEventListener('change', () => {
        if (box.checked) marked.add(id);
        else marked.delete(id);
        go.replaceChildren(marked.size > 1 ? `${marked.size} together` : `All ${ids.length} together`);
      });
      row.append(box);
    }
    this.el.append(h('footer', { class: 'several' }, go));
  }

  /** Several choices on one spot. @param {import('../shapes').Point} at @param {string} title @param {Choice[]} list @param {(list: Choice[]) => void} choose */
  menu(at, title, list, choose) {
    this.el.hidden = false;
    this.el.replaceChildren(
      h(
        'header',
        {},
        h('b', {}, title),
        h('small', {}, 'which?'),
        iconButton('close', 'Close', () => this.close()),
      ),
      h(
        'footer',
        {},
        list.map((c) =>
          this.#button({ ...c, text: [c.text, way(c, list)].filter(Boolean).join(' ') }, choose, c),
        ),
      ),
    );
    this.#at = at;
    this.place();
    const focus = document.activeElement;
    this.#from = focus instanceof SVGElement ? focus : null;
    const first = this.el.querySelector('button.btn');
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /** @param {Choice} c @param {(list: Choice[]) => void} choose */
  #button(c, choose, is = c) {
    return h(
      'div',
      { class: 'popover-choice' },
      button(c.text, { cls: 'small', on: () => choose([is]) }),
      ruleLink(c.rule),
    );
  }

  /** Keeps it beside its place. */
  place() {
    if (!this.#at || this.el.hidden) return;
    const frame = this.el.parentElement?.getBoundingClientRect();
    if (!frame) return;
    const [x, y] = this.board.panzoom.toView(this.#at);
    const [w, high] = [this.el.offsetWidth, this.el.offsetHeight];
    const gap = 40 * this.board.panzoom.k + 8;
    const left = x + gap + w < frame.width - 8 ? x + gap : x - gap - w;
    this.el.style.left = `${Math.max(8, Math.min(frame.width - w - 8, left))}px`;
    this.el.style.top = `${Math.max(8, Math.min(frame.height - high - 8, y - high / 2))}px`;
  }
}
