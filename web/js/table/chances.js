// The combat at hand: its odds as the state brings them, and as they would be after a choice.

/** @typedef {import('../types').OddsView} OddsView */
/** @typedef {import('../types').StateOf} State */

export class Chances {
  /** @type {OddsView | null} */
  odds = null;
  /** The odds after the choice pointed at. @type {OddsView | null} */
  whatIf = null;
  /** Why the phase cannot end yet. @type {import('../types').WhyView | null} */
  blocked = null;
  /** The point the combat at hand, or the last one, began at. */
  fightFrom = 0;
  #fight = '';

  /** @param {import('./session.js').Session} session @param {() => void} changed the odds after a choice are another */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /** @param {State} state @param {boolean} live */
  take(state, live) {
    const { fight } = state.view;
    const key = fight ? `${fight.kind} ${fight.target}` : '';
    if (key && key !== this.#fight) this.fightFrom = state.point;
    this.#fight = key;
    this.odds = (live && state.odds) || null;
    this.blocked = (live && state.blocked) || null;
    this.whatIf = null;
  }

  /** What one player looked at is not for the next. */
  forget() {
    this.odds = this.whatIf = this.blocked = null;
  }

  /** The odds as they would be after a choice, beside those that are. @param {import('../types').ChoiceView | null} choice */
  async tryOut(choice) {
    const point = this.session.state?.point;
    const odds = choice && this.odds ? await this.session.odds([choice.line]).catch(() => null) : null;
    if (this.session.state?.point !== point) return;
    this.whatIf = odds;
    this.changed();
  }
}
