// A match as this page knows it: its state, its log, its seats; what can be asked and done.
import { sha256, unhex } from '../lib/sha256.js';
import * as mine from '../net/mine.js';
import { Refused, Socket, UNPACKS, socketAddress } from '../net/socket.js';

/** @typedef {import('../types').StateOf} State */
/** @typedef {import('../types').EntryView} Entry */
/** @typedef {import('../types').SheetView} Printed */

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
  /** @type {Partial<import('../types').Presence>} */
  seats = {};
  /** @type {import('../types').ChatLine[]} */
  chat = [];
  pace = 0;
  /** May those who watch speak? */
  openChat = false;
  /** Does the match come from a file, whose owner may know all that was secret in it? */
  uploaded = false;
  /** Who has offered a draw that is not answered yet. @type {import('../types').Side | null} */
  offer = null;
  /** Where the match differs by these rules and waits for its players to agree. @type {import('../types').Differing | null} */
  differs = null;
  /** An action is on its way. */
  busy = false;
  /** The points at which what this player did began: one act may be several actions, and what was answered for him is part of it. @type {number[]} */
  #acts = [];
  /** The point this player's last act led to. */
  #led = -1;
  /** Was the last thing done to take something back? */
  undone = false;

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
      const joining = this.socket.ask('join', { token: this.token, from: 0, packed: UNPACKS });
      // asked in the same breath; the server answers in order
      const [joined, printed] = await Promise.all([joining, this.printed ?? this.socket.ask('sheet')]);
      this.printed = printed;
      this.you = joined.you;
      this.seats = joined.seats;
      this.chat = joined.chat;
      this.pace = joined.pace ?? 0;
      this.openChat = joined.open_chat ?? false;
      this.uploaded = joined.uploaded ?? false;
      this.offer = joined.offer;
      this.differs = joined.differs ?? null;
      this.entries = joined.entries ?? [];
      this.state = joined;
      this.busy = false;
      this.hooks.line(true);
      this.hooks.changed([], true);
      void this.#addShare();
      await this.#rest(joined.next, undefined);
    } catch (error) {
      this.hooks.failed(/** @type {Error} */ (error));
    }
  }

  /** What this page's seat adds to the dice, if it is to add anything. */
  get ownShare() {
    const by = this.you.length > 1 ? 'both' : this.you[0];
    return this.state?.shares?.find((s) => s.by === by) ?? null;
  }

  /** Those whose shares the dice wait for. */
  get missingShares() {
    return (this.state?.shares ?? []).filter((s) => !s.share && !s.left_out);
  }

  /**
   * Adds this browser's share to the dice. Only its mark, as long as somebody else could still choose his after seeing it. Another mark
   * than the one that was promised (in a browser that has since lost it) as long as nobody has shown his share.
   */
  async #addShare() {
    const own = this.ownShare;
    if (!own || own.share || own.left_out) return;
    const all = this.state?.shares ?? [];
    const others = all.filter((s) => s !== own && !s.left_out);
    const share = mine.share(this.token, all.filter((s) => s.left_out).length);
    const mark = sha256(unhex(share));
    const fixed = others.every((s) => s.mark || s.share);
    const promised = own.mark === mark;
    if (this.lostShare || (!fixed && promised)) return;
    try {
      const played = await this.socket.ask(
        'share',
        fixed ? (own.mark ? { mark, share } : { share }) : { mark },
      );
      this.#take(played, played.entries ?? [], false);
    } catch {
      // another window of this seat was first, or the connection broke: it is asked again with the next state
    }
  }

  /** Was something promised from this seat that this browser does not have, and has somebody else shown his share since? */
  get lostShare() {
    const own = this.ownShare;
    if (!own?.mark || own.share || own.left_out) return false;
    const all = this.state?.shares ?? [];
    const share = mine.share(this.token, all.filter((s) => s.left_out).length);
    return own.mark !== sha256(unhex(share)) && all.some((s) => s !== own && !s.left_out && s.share);
  }

  /** Has the dice made without somebody's share. @param {string} by */
  async leaveOut(by) {
    try {
      const played = await this.socket.ask('share', { without: by });
      this.#take(played, played.entries ?? [], true);
    } catch (error) {
      this.hooks.failed(/** @type {Error} */ (error));
    }
  }

  /** The rest of a long log, page by page. @param {number | undefined} from @param {import('../types').Seat | undefined} seat */
  async #rest(from, seat) {
    while (from !== undefined) {
      /** @type {import('../types').Log} */
      const page = await this.socket.ask('log', seat ? { from, seat } : { from });
      const known = new Set(this.entries.map((e) => e.point));
      const fresh = page.entries.filter((e) => !known.has(e.point));
      this.entries = [...this.entries, ...fresh].sort((a, b) => a.point - b.point);
      from = page.next;
      if (from === undefined) this.hooks.changed([], true);
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
      if (push.event === 'open-chat') this.openChat = push.open;
      if (push.event === 'offer') this.offer = push.by;
      if (push.event === 'differs') this.differs = push.differs;
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
    /** @type {import('../types').Log} */
    const first = await this.socket
      .ask('log', { from: 0, seat: state.view.seat })
      .catch(() => ({ entries: [] }));
    if (this.state !== state) return;
    this.entries = first.entries;
    this.hooks.changed([], own);
    await this.#rest(first.next, state.view.seat).catch((e) => this.hooks.failed(e));
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
    void this.#addShare();
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
      this.#led = played.point;
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
    this.#begin();
    return this.#act('play', { line });
  }

  /** The only answer there is, given for the player: part of what he did before. @param {string} line */
  answer(line) {
    return this.#act('play', { line });
  }

  /** Several pieces go to a place one after the other, or are named. @param {string[]} pieces @param {string} [place] */
  group(pieces, place) {
    this.#begin();
    return this.#act('group', place ? { pieces, place } : { pieces });
  }

  #begin() {
    this.undone = false;
    const { point } = this.state ?? { point: 0 };
    this.#acts = [...this.#acts.filter((p) => p < point), point];
  }

  /** @param {string} [line] */
  roll(line) {
    return this.#act('roll', line ? { line } : {});
  }

  /** Takes back the last thing the player did, with all that was answered for him since. */
  undo() {
    this.undone = true;
    const { point } = this.state ?? { point: 0 };
    // what somebody else did since, or this seat elsewhere, is not part of it
    const to = point === this.#led ? this.#acts.filter((p) => p < point).pop() : undefined;
    this.#acts = this.#acts.filter((p) => p !== to);
    return this.#act('undo', to === undefined ? {} : { to });
  }

  /** Where several pieces can go together. @param {string[]} pieces @returns {Promise<import('../types').ChoiceView[]>} */
  async ways(pieces) {
    return (await this.socket.ask('ways', { pieces }).catch(() => null))?.ways ?? [];
  }

  /** The odds of the combat that was at hand at an earlier point. @param {number} point @returns {Promise<import('../types').OddsView | null>} */
  async oddsAt(point) {
    return (await this.socket.ask('odds', { point }).catch(() => null))?.odds ?? null;
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

  /** The players let those who watch speak, or not. @param {boolean} open */
  setOpenChat(open) {
    return this.socket.ask('open-chat', { open }).catch((e) => this.hooks.failed(e));
  }

  /** Gives the match up. */
  async resign() {
    await this.#endIt('resign', {});
  }

  /** Offers a draw or accepts the one offered; or declines it, or takes one's own back. @param {boolean} yes */
  async draw(yes) {
    await this.#endIt('draw', { yes });
  }

  /** @param {string} what @param {Record<string, unknown>} fields */
  async #endIt(what, fields) {
    try {
      const played = await this.socket.ask(what, fields);
      if (played.view) this.#take(played, played.entries ?? [], true);
    } catch (error) {
      this.hooks.failed(/** @type {Error} */ (error));
    }
  }

  /** Agrees to go on from where the match differs. */
  async goOn() {
    try {
      this.differs = (await this.socket.ask('go-on')).differs;
      this.hooks.seated();
    } catch (error) {
      this.hooks.failed(/** @type {Error} */ (error));
    }
  }

  /** What was written after the point at which the match differs, line by line. */
  async rest() {
    /** @type {[number, string][]} */
    const lines = [];
    /** @type {number | undefined} */
    let from = 0;
    while (from !== undefined) {
      /** @type {import('../types').Rest} */
      const page = await this.socket.ask('rest', { from });
      for (const [i, line] of page.lines.entries()) lines.push([page.from + i, line]);
      from = page.next;
    }
    return lines;
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
