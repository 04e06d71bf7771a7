// What the player has in hand: the choices there are, a piece picked, several that go together, a choice that waits for a yes.
import { ends, sort } from './offers.js';

/** @typedef {import('../types').ChoiceView} Choice */

/**
 * @typedef {object} HandHooks
 * @property {() => void} changed what is picked is another
 * @property {() => void} asks a choice waits for a yes
 * @property {() => void} acts something is done: what was open closes
 * @property {() => void} plays the player decides something himself
 * @property {(text: string) => void} says something the player should know
 */

/** So long after a step has begun nothing ends it: a second key or click was meant for the step before. */
export const FIRST_MOMENT = 600;

export class Hand {
  offers = sort([], null, () => null);
  /** The piece picked on the page, where several could go. @type {string | null} */
  picked = null;
  /** Pieces that are to go the same way. @type {string[]} */
  group = [];
  /** Where they can go together. @type {Choice[]} */
  #ways = [];
  /** A choice that waits for a yes. @type {Choice | null} */
  asked = null;
  /** The step of the turn, and when it began. */
  #step = '';
  #since = 0;

  /** @param {import('./session.js').Session} session @param {import('./replay.js').Replay} replay @param {HandHooks} hooks */
  constructor(session, replay, hooks) {
    this.session = session;
    this.replay = replay;
    this.hooks = hooks;
  }

  /** The choices of a state; none of the past. @param {import('../types').StateOf} state */
  take({ choices, view }) {
    const lies = new Map(view.pieces.map((p) => [p.id, p.place]));
    const placeOf = (/** @type {string} */ piece) => lies.get(piece) ?? null;
    if (this.replay.past) this.offers = sort([], null, placeOf);
    else if (this.group.length) this.offers = { ...sort(this.#ways, null, placeOf), group: this.group };
    else this.offers = sort(choices, this.picked, placeOf);
    const end = choices.find(ends)?.text ?? '';
    const phase = view.phases.find((p) => p.current)?.key ?? '';
    const step = [view.turn, view.active, phase, end].join('|');
    if (step === this.#step) return;
    this.#step = step;
    this.#since = performance.now();
  }

  /** How long the step that has just begun is still kept from being ended, in milliseconds. */
  get guarded() {
    return Math.max(0, this.#since + FIRST_MOMENT - performance.now());
  }

  /** The state is another: what was only picked is picked no more. */
  empty() {
    this.picked = null;
    this.asked = null;
    this.group = [];
    this.#ways = [];
  }

  /** @param {Choice} choice */
  commit(choice) {
    if (ends(choice) && this.guarded) return;
    this.hooks.acts();
    if (choice.warning) {
      this.asked = choice;
      this.hooks.asks();
      return;
    }
    void this.play(choice);
  }

  /** @param {Choice} choice */
  play(choice) {
    this.hooks.plays();
    return this.group.length ? this.#go(choice.place ?? '') : this.session.play(choice.line);
  }

  /** Picks one of several pieces that could go somewhere. @param {string} id */
  pickUp(id) {
    this.hooks.acts();
    this.group = [];
    this.picked = this.picked === id ? null : id;
    this.hooks.changed();
  }

  /** Can this piece act together with others? @param {string} id */
  joins(id) {
    const { state } = this.session;
    if (!state?.together || this.replay.past) return false;
    return state.choices.some(
      (c) => c.piece === id && !c.flow && !c.warning && c.kind !== 'target' && c.kind !== 'secret',
    );
  }

  /** Several pieces at once: taken up to go the same way, or named one after the other. @param {string[]} ids */
  async takeTogether(ids) {
    const pieces = ids.filter((id) => this.joins(id));
    if (pieces.length < 2) return;
    this.hooks.acts();
    if (this.session.state?.together === 'join') {
      this.hooks.plays();
      await this.session.group(pieces);
      return;
    }
    const point = this.session.state?.point;
    const ways = await this.session.ways(pieces);
    if (this.session.state?.point !== point) return;
    if (!ways.length) {
      this.hooks.says('There is no place that all of them could go to together.');
      return;
    }
    this.picked = null;
    this.group = pieces;
    this.#ways = ways.map((c) => ({ ...c, line: `together ${c.place}`, piece: undefined }));
    this.hooks.changed();
  }

  /** One more piece, or one less, of those that go together. @param {string} id */
  toggle(id) {
    const others = this.group.length ? this.group : this.picked ? [this.picked] : [];
    const now = others.includes(id) ? others.filter((x) => x !== id) : [...others, id];
    if (now.length > 1) return this.takeTogether(now);
    this.empty();
    this.picked = now[0] ?? null;
    this.hooks.changed();
    return Promise.resolve();
  }

  /** The group goes to a place; who cannot follow stays behind, and why is said. @param {string} place */
  async #go(place) {
    const pieces = this.group;
    await this.session.group(pieces, place);
    const lies = new Map(this.session.state?.view.pieces.map((p) => [p.id, p.place]));
    const behind = pieces.filter((id) => lies.get(id) !== place);
    if (!behind.length || behind.length === pieces.length) return;
    const why = await this.session.why(behind[0], place).catch(() => null);
    this.hooks.says(
      `${behind.length} of ${pieces.length} could not follow${why ? `: ${why.text}` : ': there is no room or no way left for them.'}`,
    );
  }

  undo() {
    if (!this.session.state?.undo || this.replay.past) return;
    this.hooks.plays();
    void this.session.undo();
  }

  /** Takes back what was only picked. */
  back() {
    if (this.asked || this.picked || this.group.length) {
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
