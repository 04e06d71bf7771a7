// What the other side did while one waited: in order, moves together, drawn on the map, to be watched again.
import { h, plural, sideName } from '../lib/dom.js';
import { pathLayer } from '../board/overlays.js';
import { die } from '../pieces/icons.js';
import { button, ruleLink } from '../panel/bits.js';
import { spot } from './lights.js';

/** @typedef {import('../types').EntryView} Entry */
/** @typedef {import('../types').EventView} Told */
/** @typedef {import('../types').Side} Side */
/** @typedef {{ point: number, event: Told }} Step */
/** @typedef {{ moves: Step[] } | { step: Step }} Item moves that follow each other are one item */

/** @param {Told} event */
const isMove = (event) => event.weight === 'plain' && event.pieces.length > 0 && event.places.length > 1;

/** @param {Step[]} steps @returns {Item[]} */
export function grouped(steps) {
  /** @type {Item[]} */
  const items = [];
  for (const step of steps) {
    const last = items[items.length - 1];
    if (!isMove(step.event)) items.push({ step });
    else if (last && 'moves' in last) last.moves.push(step);
    else items.push({ moves: [step] });
  }
  return items;
}

/** The whole way each piece went, whatever it took in steps. @param {Step[]} steps @returns {string[][]} */
export function ways(steps) {
  /** @type {Map<string, string[]>} */
  const ways = new Map();
  for (const { event } of steps.filter((s) => isMove(s.event))) {
    for (const id of event.pieces) {
      const way = ways.get(id);
      if (way && way[way.length - 1] === event.places[0]) way.push(...event.places.slice(1));
      else ways.set(id, [...event.places]);
    }
  }
  // units that went the same way together are one arrow
  return [...new Map([...ways.values()].map((way) => [way.join(' '), way])).values()];
}

export class Recap {
  /** @type {Step[]} */
  steps = [];
  /** Where the other side's turn began. */
  #from = -1;
  /** @type {string | null} */
  #active = null;

  /** @param {import('./page.js').TablePage} page */
  constructor(page) {
    this.page = page;
  }

  get shown() {
    return this.steps.length > 0;
  }

  /** A new state: has the other side's turn begun, or come to its end? @param {import('../types').StateOf} state @param {boolean} own */
  take(state, own) {
    const { session } = this.page;
    const { seat } = session;
    const { active } = state.view;
    if (active !== seat && this.#active === seat) this.#from = state.point;
    this.#active = active;
    if (own || active !== seat) this.close();
    else if (session.decides && this.#from >= 0) this.#open(seat);
  }

  /** The page was opened in the middle of a match: what happened since one decided last. @param {import('../types').StateOf} state */
  begin(state) {
    const { seat, entries } = this.page.session;
    this.#active = state.view.active;
    const last = entries.findLastIndex((e) => e.by === seat);
    this.#from = last >= 0 ? entries[last].point + 1 : -1;
    if (state.view.active === seat && this.#from >= 0) this.#open(seat);
  }

  /** @param {import('../types').Seat} seat */
  #open(seat) {
    const entries = this.page.session.entries.filter((e) => e.point >= this.#from);
    this.#from = -1;
    if (!entries.some((e) => e.by !== 'chance' && e.by !== seat)) return;
    this.steps = entries.flatMap((e) => e.events.map((event) => ({ point: e.point, event })));
    this.#draw();
  }

  close() {
    this.steps = [];
    this.page.board.clear('recap');
  }

  /** All ways as arrows under the pieces. */
  #draw() {
    const { board } = this.page;
    board.clear('recap');
    for (const way of ways(this.steps)) {
      const path = pathLayer(board.geometry, way, 'past');
      if (path) board.layer.recap.append(path);
    }
  }

  /** How it went in one line. */
  #sum() {
    const count = (/** @type {(e: Told) => unknown} */ which) =>
      this.steps.filter((s) => which(s.event)).length;
    const parts = /** @type {[number, string][]} */ ([
      [ways(this.steps).length, 'move'],
      [count((e) => e.die), 'throw'],
      [count((e) => e.weight === 'loss'), 'loss'],
    ]);
    return parts
      .filter(([n]) => n > 0)
      .map(([n, word]) => plural(n, word).replace('losss', 'losses'))
      .join(', ');
  }

  /** @param {Step} step */
  #line({ point, event }) {
    const { board, replay } = this.page;
    return h(
      'li',
      {
        class: `w-${event.weight}`,
        tabindex: 0,
        on: {
          mouseenter: () => spot(board, event),
          mouseleave: () => spot(board, null),
          focus: () => spot(board, event),
          blur: () => spot(board, null),
          click: (/** @type {MouseEvent} */ e) => {
            if (e.target instanceof Element && e.target.closest('.rule')) return;
            void replay.go(point + 1);
          },
        },
      },
      h('span', { class: 'line' }, event.text, event.die ? die(event.die) : null, ruleLink(event.rule)),
    );
  }

  /** The block in the panel. @returns {HTMLElement | null} */
  block() {
    if (!this.shown) return null;
    const { replay, session } = this.page;
    const other = session.seat === 'republican' ? 'nationalist' : 'republican';
    return h(
      'section',
      { class: 'block recap', 'aria-label': 'What the other side did' },
      h('h3', {}, `${sideName(other)} turn`, h('small', {}, this.#sum())),
      h(
        'div',
        { class: 'buttons' },
        button('Watch', {
          cls: 'small',
          icon: 'play',
          title: 'Shows it again, step by step',
          on: () => void replay.play(this.steps[0].point),
        }),
        button('Seen', {
          cls: 'small',
          on: () => {
            this.close();
            this.page.drawTab();
          },
        }),
      ),
      h(
        'ol',
        { class: 'recap-steps' },
        grouped(this.steps).map((item) =>
          'step' in item
            ? this.#line(item.step)
            : item.moves.length === 1
              ? this.#line(item.moves[0])
              : h(
                  'li',
                  { class: 'together' },
                  h(
                    'details',
                    {},
                    h('summary', {}, plural(item.moves.length, 'move')),
                    h(
                      'ol',
                      {},
                      item.moves.map((step) => this.#line(step)),
                    ),
                  ),
                ),
        ),
      ),
    );
  }
}
