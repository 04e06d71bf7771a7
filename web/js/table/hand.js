// What the player has in hand: the choices there are, a piece picked, a choice that waits for a yes.
import { sort } from './offers.js';

/** @typedef {import('../types').ChoiceView} Choice */

/**
 * @typedef {object} HandHooks
 * @property {() => void} changed what is picked is another
 * @property {() => void} asks a choice waits for a yes
 * @property {() => void} acts something is done: what was open closes
 */

export class Hand {
  offers = sort([], null, () => null);
  /** The piece picked on the page, where several could go. @type {string | null} */
  picked = null;
  /** A choice that waits for a yes. @type {Choice | null} */
  asked = null;

  /** @param {import('./session.js').Session} session @param {import('./replay.js').Replay} replay @param {HandHooks} hooks */
  constructor(session, replay, hooks) {
    this.session = session;
    this.replay = replay;
    this.hooks = hooks;
  }

  /** The choices of a state; none of the past. @param {import('../types').StateOf} state */
  take({ choices, view }) {
    const lies = new Map(view.pieces.map((p) => [p.id, p.place]));
    const live = this.replay.past ? [] : choices;
    this.offers = sort(live, this.picked, (piece) => lies.get(piece) ?? null);
  }

  /** The state is another: what was only picked is picked no more. */
  empty() {
    this.picked = null;
    this.asked = null;
  }

  /** @param {Choice} choice */
  commit(choice) {
    this.hooks.acts();
    if (choice.warning) {
      this.asked = choice;
      this.hooks.asks();
      return;
    }
    this.play(choice);
  }

  /** @param {Choice} choice */
  play(choice) {
    return this.session.play(choice.line);
  }

  /** Picks one of several pieces that could go somewhere. @param {string} id */
  pickUp(id) {
    this.hooks.acts();
    this.picked = this.picked === id ? null : id;
    this.hooks.changed();
  }

  undo() {
    if (this.session.state?.undo && !this.replay.past) void this.session.undo();
  }

  /** Takes back what was only picked. */
  back() {
    if (this.asked || this.picked) {
      this.empty();
      this.hooks.changed();
    } else void this.putDown();
  }

  /** Is there an intention that can be put down: a unit taken in hand, a target named, an attacker joined? */
  get held() {
    return !!this.session.state?.back && !this.replay.past;
  }

  /** What was only intended is put down again. */
  async putDown() {
    if (this.held) await this.session.undo();
  }

  /** Another piece instead of the one in hand: intentions are put down until it can be taken. @param {string} id */
  async takeInstead(id) {
    for (let steps = 0; steps < 9 && this.held; steps++) {
      await this.putDown();
      const choice = this.offers.pieces.get(id)?.[0];
      if (choice) {
        this.commit(choice);
        return;
      }
      if (this.offers.movers.includes(id)) {
        this.pickUp(id);
        return;
      }
    }
  }
}
