// A match as this page knows it: its state, its log, its seats; what can be asked and done.
import { Refused, Socket, socketAddress } from '../net/socket.js';

/** @typedef {import('../types').State} State */
/** @typedef {import('../types').Entry} Entry */
/** @typedef {import('../types').Printed} Printed */

/**
 * @typedef {object} Hooks
 * @property {(entries: Entry[], own: boolean) => void} changed the state is new; what happened; did this page do it?
 * @property {() => void} seated presence, chat or the computer's pace changed
 * @property {(text: string, side: import('../types').Side) => void} thinking
 * @property {(up: boolean) => void} line the connection broke or is back
 * @property {(error: Error) => void} failed
 * @property {() => void} gone the match was deleted
 */

export class Session {
  /** @type {State | null} */
  state = null;
  /** @type {Entry[]} */
  entries = [];
  /** @type {Printed | null} */
  printed = null;
  /** @type {import('../types').Seat[]} */
  you = [];
  /** @type {import('../types').Seats} */
  seats = {};
  /** @type {import('../types').ChatLine[]} */
  chat = [];
  pace = 0;
  /** An action is on its way. */
  busy = false;

  /** @param {string} token @param {Hooks} hooks */
  constructor(token, hooks) {
    this.token = token;
    this.hooks = hooks;
    this.socket = new Socket(socketAddress(), {
      onopen: () => this.#join(),
      onpush: (push) => this.#push(push),
      ondown: () => hooks.line(false),
    });
  }

  async #join() {
    try {
      /** @type {Promise<import('../types').Joined>} */
      const joining = this.socket.ask('join', { token: this.token, from: 0 });
      // asked in the same breath; the server answers in order
      const [joined, printed] = await Promise.all([joining, this.printed ?? this.socket.ask('sheet')]);
      this.printed = printed;
      this.you = joined.you;
      this.seats = joined.seats;
      this.chat = joined.chat;
      this.pace = joined.pace ?? 0;
      this.entries = joined.entries ?? [];
      this.state = joined;
      this.busy = false;
      this.hooks.line(true);
      this.hooks.changed([], true);
    } catch (error) {
      this.hooks.failed(/** @type {Error} */ (error));
    }
  }

  /** @param {import('../net/socket.js').Push} push */
  #push(push) {
    if (push.event === 'changed') this.#take(push.state, push.entries ?? [], false);
    else if (push.event === 'thinking') this.hooks.thinking(push.text, push.side);
    else if (push.event === 'deleted') this.hooks.gone();
    else {
      if (push.event === 'chat') this.chat = [...this.chat, { who: push.who, text: push.text, at: push.at }];
      if (push.event === 'presence') this.seats = push.seats;
      if (push.event === 'pace') this.pace = push.ms;
      this.hooks.seated();
    }
  }

  /**
   * Two players at one screen know different things: the log is asked for anew for the eyes that look now.
   * @param {State} state @param {boolean} own
   */
  async #changeEyes(state, own) {
    this.state = state;
    this.entries = [];
    const { entries } = await this.socket
      .ask('log', { from: 0, seat: state.view.seat })
      .catch(() => ({ entries: [] }));
    if (this.state !== state) return;
    this.entries = entries;
    this.hooks.changed([], own);
  }

  /** @param {State} state @param {Entry[]} entries @param {boolean} own */
  #take(state, entries, own) {
    const old = this.state;
    if (this.you.length > 1 && old && old.view.seat !== state.view.seat) {
      void this.#changeEyes(state, own);
      return;
    }
    if (old && state.point < old.point) this.entries = this.entries.filter((e) => e.point < state.point);
    const known = new Set(this.entries.map((e) => e.point));
    const fresh = entries.filter((e) => !known.has(e.point));
    this.entries = [...this.entries, ...fresh].sort((a, b) => a.point - b.point);
    this.state = state;
    this.hooks.changed(fresh, own);
  }

  /** Does this page decide now? */
  get decides() {
    const { state } = this;
    return !!state && state.waits.kind !== 'over' && state.choices.length > 0;
  }

  /** Whose eyes this page looks with. @returns {import('../types').Seat} */
  get seat() {
    return this.state?.view.seat ?? this.you[0] ?? 'spectator';
  }

  /** @param {string} what @param {Record<string, unknown>} fields */
  async #act(what, fields) {
    if (!this.state || this.busy) return;
    this.busy = true;
    try {
      const played = await this.socket.ask(what, { point: this.state.point, ...fields });
      this.busy = false;
      this.#take(played, played.entries ?? [], true);
    } catch (error) {
      this.busy = false;
      if (error instanceof Refused && error.problem.state) {
        this.#take(error.problem.state, error.problem.entries ?? [], false);
      }
      this.hooks.failed(/** @type {Error} */ (error));
    }
  }

  /** @param {string} line */
  play(line) {
    return this.#act('play', { line });
  }

  /** @param {string} [line] */
  roll(line) {
    return this.#act('roll', line ? { line } : {});
  }

  undo() {
    return this.#act('undo', {});
  }

  /** @param {number} point @returns {Promise<State>} */
  at(point) {
    return this.socket.ask('at', { point });
  }

  /** @param {string[]} [lines] @returns {Promise<import('../types').OddsView | null>} */
  async odds(lines = []) {
    return (await this.socket.ask('odds', { lines })).odds ?? null;
  }

  /** @param {string | null} piece @param {string | null} place @returns {Promise<{ text: string, rule: string | null } | null>} */
  async why(piece, place) {
    return (await this.socket.ask('why', { piece, place })).why ?? null;
  }

  /** @param {string} key @returns {Promise<import('../types').Overlay | null>} */
  async overlay(key) {
    return (await this.socket.ask('overlay', { key })).overlay ?? null;
  }

  /** @param {string} text */
  say(text) {
    return this.socket.ask('chat', { text }).catch((e) => this.hooks.failed(e));
  }

  /** @param {number} ms */
  setPace(ms) {
    return this.socket.ask('pace', { ms }).catch((e) => this.hooks.failed(e));
  }

  /** @returns {Promise<string>} */
  async save() {
    return (await this.socket.ask('save')).save;
  }
}
