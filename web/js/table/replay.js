// Looking back: a point of the past on the board, step by step or by itself.

/** @typedef {import('../types').StateOf} State */

const BEAT = 750;

export class Replay {
  /** What is shown instead of the present. @type {State | null} */
  past = null;
  playing = false;
  #timer = 0;
  #wanted = -1;

  /** @param {import('./session.js').Session} session @param {(state: State | null, from: number) => void} show */
  constructor(session, show) {
    this.session = session;
    this.show = show;
  }

  get end() {
    return this.session.state?.point ?? 0;
  }

  get point() {
    return this.past?.point ?? this.end;
  }

  /** @param {number} point */
  async go(point) {
    const from = this.point;
    const goal = Math.max(0, Math.min(this.end, point));
    this.#wanted = goal;
    if (goal >= this.end) {
      this.live();
      return;
    }
    const state = await this.session.at(goal).catch(() => null);
    if (!state || this.#wanted !== goal) return; // the slider has moved on
    this.past = state;
    this.show(state, from);
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    return this.go(this.point + by);
  }

  live() {
    this.pause();
    this.#wanted = -1;
    const from = this.point;
    this.past = null;
    this.show(null, from);
  }

  /** The present, without a word: who looks on shows it himself. */
  leave() {
    this.pause();
    this.#wanted = -1;
    this.past = null;
  }

  pause() {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** Plays from a point of the past up to the present. @param {number} point */
  async play(point) {
    this.pause();
    await this.go(point);
    if (this.past) await this.toggle();
  }

  async toggle() {
    if (this.playing) {
      this.pause();
      this.show(this.past, this.point);
      return;
    }
    this.playing = true;
    if (!this.past) await this.go(0);
    else this.show(this.past, this.point);
    this.#beat();
  }

  #beat() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(async () => {
      if (!this.playing) return;
      // what only chose a piece is no news: on to the next thing that happened
      const next = this.session.entries.find((e) => e.point >= this.point && e.events.length > 0);
      const goal = next ? next.point + 1 : this.end;
      if (goal >= this.end) this.live();
      else {
        await this.go(goal);
        this.#beat();
      }
    }, BEAT);
  }
}
