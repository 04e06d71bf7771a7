// After the other side's turn: what it did, in order. All of it as arrows, or looked at thing by thing; the map goes along and comes back.
import { h, plural, sideName } from '../lib/dom.js';
import { pathLayer } from '../board/overlays.js';
import { die } from '../pieces/icons.js';
import { button, iconButton, ruleLink } from '../panel/bits.js';
import { diceOf, outcomeOf, titleOf } from './battle.js';
import { spot } from './lights.js';
import { piecesOf, placesOf, storyOf, sumOf, waysOf } from './story.js';

/** @typedef {import('./story.js').Item} Item */
/** @typedef {import('./story.js').Step} Step */

const KEY = 'frente.recap-pace';
/** How long one looks at each thing, in milliseconds, unless set otherwise. */
const PACE = 1600;
/** So many names of units stand in a line. */
const NAMES = 6;

/** A name without what stands in brackets behind it. @param {string} label */
const plainName = (label) => label.replace(/ \([^)]*\)$/, '');

export class Recap {
  /** @type {Item[]} */
  items = [];
  /** Every place to stop at: which item, which point. @type {{ item: number, point: number }[]} */
  #stops = [];
  /** The stop looked at; before the first one all is shown at once. */
  #at = -1;
  /** Does it go on by itself? */
  playing = false;
  #timer = 0;
  /** Where the other side's turn began. */
  #from = -1;
  /** @type {string | null} */
  #active = null;

  /** @param {import('./page.js').TablePage} page */
  constructor(page) {
    this.page = page;
  }

  get shown() {
    return this.items.length > 0;
  }

  /** How long one looks at each thing. */
  get pace() {
    try {
      return Number(localStorage.getItem(KEY)) || PACE;
    } catch {
      return PACE;
    }
  }

  set pace(ms) {
    try {
      localStorage.setItem(KEY, String(ms));
    } catch {
      // a browser that keeps nothing has the usual pace
    }
  }

  /** A new state: has the other side's turn begun, or come to its end? @param {import('../types').StateOf} state @param {boolean} own */
  take(state, own) {
    const { session } = this.page;
    const { seat } = session;
    const { active } = state.view;
    if (active !== seat && this.#active === seat) this.#from = state.point;
    this.#active = active;
    if (active !== seat) this.close();
    else if (session.decides && this.#from >= 0) this.#open(seat);
    else if (own) this.close();
  }

  /** The page was opened in the middle of a match, or changed hands: what happened since one decided last. @param {import('../types').StateOf} state */
  begin(state) {
    const { seat, entries } = this.page.session;
    this.close();
    this.#active = state.view.active;
    const last = entries.findLastIndex((e) => e.by === seat);
    this.#from = last >= 0 ? entries[last].point + 1 : -1;
    if (state.view.active === seat && this.#from >= 0) this.#open(seat);
  }

  /** @param {import('../types').Seat} seat */
  #open(seat) {
    const entries = this.page.session.entries.filter((e) => e.point >= this.#from);
    this.#from = -1;
    this.close();
    if (!entries.some((e) => e.by !== 'chance' && e.by !== seat)) return;
    this.items = storyOf(entries);
    this.#stops = this.items.flatMap((item, i) => item.stops.map((point) => ({ item: i, point })));
    this.draw();
  }

  close() {
    this.#pause();
    this.items = [];
    this.#stops = [];
    this.#at = -1;
    this.page.board.clear('recap');
  }

  /** The ways of what is looked at as arrows under the pieces. */
  draw() {
    const { board } = this.page;
    board.clear('recap');
    const stop = this.#stops[this.#at];
    const steps = stop ? this.items[stop.item].steps : this.items.flatMap((item) => item.steps);
    for (const way of waysOf(steps)) {
      const path = pathLayer(board.geometry, way, 'past', true);
      if (path) board.layer.recap.append(path);
    }
  }

  #pause() {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** The present is shown again: all of it at once, until it is put away. */
  live() {
    if (this.#at < 0) return;
    this.#pause();
    this.#at = -1;
    this.draw();
  }

  /** Looks at a stop; past the last one it is the present again. @param {number} at */
  async #goTo(at) {
    const { replay, camera, board } = this.page;
    const stop = this.#stops[at];
    if (!stop) {
      replay.live();
      return;
    }
    this.#at = at;
    const item = this.items[stop.item];
    camera.visit(placesOf(item));
    // the last thing that happened led to the present
    if (stop.point >= replay.end) this.page.showPresent();
    else await replay.go(stop.point);
    if (this.#at !== at) return;
    this.draw();
    if (item.kind === 'battle') spot(board, { pieces: [], places: placesOf(item) });
    this.page.drawTab();
    const row = this.page.frame.scroll.querySelector('.recap-steps [aria-current]');
    if (row instanceof HTMLElement) row.parentElement?.scrollTo({ top: row.offsetTop - 60 });
  }

  /** @param {number} by */
  #step(by) {
    this.#pause();
    void this.#goTo(Math.max(0, this.#at + by));
  }

  #beat() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      if (this.playing) void this.#goTo(this.#at + 1).then(() => this.playing && this.#beat());
    }, this.pace);
  }

  #toggle() {
    if (this.playing) {
      this.#pause();
      this.page.drawTab();
      return;
    }
    this.playing = true;
    void this.#goTo(this.#at + 1).then(() => this.#beat());
  }

  /** Puts it away and goes back to the decision. */
  #seen() {
    const { replay } = this.page;
    this.close();
    if (replay.past) replay.live();
    else this.page.camera.home();
    this.page.drawTab();
  }

  /** What one does with a row: point at it, or look at it. @param {number} i @param {{ pieces: string[], places: string[] }} what @returns {Record<string, unknown>} */
  #row(i, what) {
    const { board } = this.page;
    return {
      tabindex: 0,
      'aria-current': this.#stops[this.#at]?.item === i ? 'step' : null,
      on: {
        mouseenter: () => spot(board, what),
        mouseleave: () => spot(board, null),
        focus: () => spot(board, what),
        blur: () => spot(board, null),
        click: (/** @type {MouseEvent} */ e) => {
          if (e.target instanceof Element && e.target.closest('.rule, summary, .inner')) return;
          this.#pause();
          void this.#goTo(this.#stops.findIndex((s) => s.item === i));
        },
        keydown: (/** @type {KeyboardEvent} */ e) => {
          if (e.key !== 'Enter' || e.target !== e.currentTarget) return;
          e.stopPropagation();
          this.#pause();
          void this.#goTo(this.#stops.findIndex((s) => s.item === i));
        },
      },
    };
  }

  /** @param {Step} step */
  #line({ event }) {
    return h(
      'span',
      { class: 'line' },
      event.text,
      event.die ? die(event.die) : null,
      ' ',
      ruleLink(event.rule),
    );
  }

  /** @param {Item} item @param {number} i */
  #item(item, i) {
    const { battle, steps, kind } = item;
    const losses = steps.some((s) => s.event.weight === 'loss');
    const inner = () =>
      h(
        'ol',
        { class: 'inner' },
        steps.map((step) => h('li', { class: `w-${step.event.weight}` }, this.#line(step))),
      );
    if (battle) {
      const target = { pieces: [], places: placesOf(item) };
      return h(
        'li',
        { class: `fight ${losses ? 'bloody' : ''}`, ...this.#row(i, target) },
        h(
          'b',
          {},
          titleOf(battle, (place) => this.page.gazetteer.name(place)),
        ),
        ' ',
        diceOf(battle),
        h('span', { class: 'outcome' }, outcomeOf(battle)),
        steps.length > 1 && h('details', {}, h('summary', {}, plural(steps.length, 'step')), inner()),
      );
    }
    const [{ event }] = steps;
    if (steps.length === 1)
      return h('li', { class: `w-${event.weight}`, ...this.#row(i, event) }, this.#line(steps[0]));
    if (kind === 'line')
      return h(
        'li',
        this.#row(i, event),
        h(
          'details',
          {},
          h('summary', {}, event.text, h('small', {}, ` and ${steps.length - 1} more`)),
          inner(),
        ),
      );
    const ids = piecesOf(steps);
    const names = ids.slice(0, NAMES).map((id) => plainName(this.page.pieces.unit(id)?.label ?? id));
    const more = ids.length - names.length;
    return h(
      'li',
      { class: 'together', ...this.#row(i, { pieces: ids, places: [] }) },
      h('b', {}, `${plural(ids.length, 'unit')} ${ids.length === 1 ? 'moves' : 'move'}`),
      `: ${names.join(', ')}${more ? ` and ${more} more` : ''}`,
      h('details', {}, h('summary', {}, plural(steps.length, 'step')), inner()),
    );
  }

  #controls() {
    const last = this.#stops.length - 1;
    const slider = h('input', {
      type: 'range',
      min: 400,
      max: 4000,
      step: 200,
      value: this.pace,
      'aria-label': 'How long each thing is shown',
      on: { change: () => (this.pace = Number(slider.value)) },
    });
    return h(
      'div',
      { class: 'buttons' },
      iconButton('back', 'The thing before', () => this.#step(-1), { disabled: this.#at <= 0 }),
      button(this.playing ? 'Pause' : this.#at >= 0 ? 'Go on' : 'Watch', {
        cls: 'small',
        icon: this.playing ? 'pause' : 'play',
        title: 'Shows it thing by thing',
        on: () => this.#toggle(),
      }),
      iconButton('next', 'The next thing', () => this.#step(1)),
      button(this.#at >= 0 ? 'Skip' : 'Seen', {
        cls: 'small',
        title: 'Put it away and decide',
        data: { seen: '1' },
        on: () => this.#seen(),
      }),
      this.#at >= 0 && h('small', { class: 'at' }, `${this.#at + 1} of ${last + 1}`),
      h('label', { class: 'pace' }, 'Pace', slider),
    );
  }

  /** The block in the panel. @returns {HTMLElement | null} */
  block() {
    if (!this.shown) return null;
    const { seat } = this.page.session;
    const other = seat === 'republican' ? 'nationalist' : 'republican';
    return h(
      'section',
      { class: 'block recap', 'aria-label': 'What the other side did' },
      h('h3', {}, `${sideName(other)} turn`, h('small', {}, sumOf(this.items))),
      this.#controls(),
      h(
        'ol',
        { class: 'recap-steps' },
        this.items.map((item, i) => this.#item(item, i)),
      ),
    );
  }
}
