// Questions that have one answer only are answered for the player, and he is told.
import { h } from '../lib/dom.js';
import { ruleLink } from '../panel/bits.js';

/** @typedef {import('../types').ChoiceView} Choice */

const KEY = 'frente.answer-alone';

export class OnlyAnswers {
  /** What was answered since the player last decided himself. @type {Choice[]} */
  given = [];
  /** The point that was answered last: none is answered twice. */
  #answered = -1;

  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.session = session;
  }

  /** Does the player want it? */
  get on() {
    try {
      return localStorage.getItem(KEY) !== 'no';
    } catch {
      return true;
    }
  }

  /** @param {boolean} on */
  set on(on) {
    try {
      localStorage.setItem(KEY, on ? 'yes' : 'no');
    } catch {
      // a browser that keeps nothing answers as long as the page is open
    }
  }

  /**
   * Answers the question of the new state, if the engine says that it may be answered for the player. Who has just taken something back
   * wants to go farther back, or to look.
   * @param {boolean} own did this page act? @param {() => void} failed it could not be answered: the question is shown after all
   * @returns {boolean} is the question being answered?
   */
  answer(own, failed) {
    const { session } = this;
    const { state } = session;
    if (!state?.alone || !session.decides || !this.on) return false;
    if (own && session.undone) {
      if (!state.undo) return false;
      void session.undo();
      return true;
    }
    if (this.#answered === state.point) return false;
    this.#answered = state.point;
    const [choice] = state.choices;
    this.given.push(choice);
    void session.answer(choice.line).then(() => {
      if (session.state === state) failed();
    });
    return true;
  }

  /** The player decides himself: what was answered before is old. */
  forget() {
    this.given = [];
    this.#answered = -1;
  }

  /** @returns {HTMLElement | null} */
  block() {
    if (!this.given.length) return null;
    return h(
      'section',
      { class: 'block given', role: 'status' },
      h('h3', {}, 'Answered for you', h('small', {}, 'nothing else was possible')),
      h(
        'ul',
        {},
        this.given.map((c) => h('li', {}, c.text, ' ', ruleLink(c.rule))),
      ),
    );
  }
}
