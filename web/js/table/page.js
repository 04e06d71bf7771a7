// The table: shows the session's state, hands choices back. Knows no game and no rules.
import { small, words } from '../lib/dom.js';
import { Board } from '../board/board.js';
import { Popover } from '../board/popover.js';
import { notice } from '../help/dialog.js';
import { openRules, useRules } from '../help/rules.js';
import { drawMap } from '../map/index.js';
import * as mine from '../net/mine.js';
import { Roster } from '../pieces/units.js';
import { combatTray } from './combat.js';
import { coverSheet } from './cover.js';
import { decideTab, oddsBlock } from './decide.js';
import { Drag } from './drag.js';
import { finder, typedPlace } from './finder.js';
import { Frame } from './frame.js';
import { Gazetteer, HoverCard } from './hover.js';
import { listenToKeys } from './keys.js';
import { Layers } from './layers.js';
import { drawFight, leaning, light, pointAt, spot } from './lights.js';
import { openKeys, openMenu, openSummary } from './menu.js';
import { play as animate } from './motion.js';
import { ends, sort } from './offers.js';
import { Pointer } from './pointer.js';
import { Replay } from './replay.js';
import { PieceLayers } from './reach.js';
import { drawStops, enterMap, otherPane } from './stops.js';
import { tabContent } from './tabs.js';

/** @typedef {import('../types').Choice} Choice */
/** @typedef {import('../types').Entry} Entry */
/** @typedef {import('../types').State} State */
/** @typedef {import('../types').Side} Side */
/** @typedef {import('../pieces/units.js').Unit} Unit */

export class TablePage {
  tab = 'decide';
  /** The piece picked on the page, where several could go. @type {string | null} */
  picked = null;
  /** A choice that waits for a yes. @type {Choice | null} */
  asked = null;
  /** @type {import('../types').OddsView | null} */
  odds = null;
  /** The odds after the choice pointed at. @type {import('../types').OddsView | null} */
  whatIf = null;
  /** Why the phase cannot end yet. @type {{ text: string, rule: string | null } | null} */
  blocked = null;
  /** Pieces under the pointer. @type {string[]} */
  pointedAt = [];
  thinking = '';
  /** Is all of a long log shown? */
  wholeLog = false;
  /** Lines of chat already read. */
  read = 0;
  /** @type {Map<string, Unit>} */
  units = new Map();
  /** @type {Unit[]} */
  all = [];
  offers = sort([], null, () => null);
  /** The point the combat at hand, or the last one, began at. */
  fightFrom = 0;
  #fight = '';
  /** Whose eyes the screen last showed. @type {string | null} */
  #eyes = null;
  /** What happened since the last drawing. @type {Entry[]} */
  #news = [];
  #frame = 0;
  /** Counters are sliding: which run of them. */
  #moving = 0;
  /** The pieces as they were last drawn. */
  #drawn = '';

  /** @param {import('./session.js').Session} session @param {import('../types').Printed} printed */
  constructor(session, printed) {
    this.session = session;
    this.printed = printed;
    useRules(printed.rules);
    const { sheet, about } = printed;
    const scenario = about?.scenario?.find((x) => x.key === session.state?.scenario);
    const [game, part] = [about?.title ?? session.state?.game ?? '', scenario?.title ?? ''];
    const several = about?.scenario.length > 1;
    const whole = several ? `${game} · ${part}` : game;
    this.title = whole.length <= 34 || !several ? whole : part;
    document.title = `${this.title} · Frente`;
    const { geometry, picture } = drawMap(sheet.map, {
      title: words(sheet.map.key),
      subtitle: scenario?.dates ?? '',
    });
    this.board = new Board(geometry, picture);
    this.roster = new Roster(sheet.pieces);
    this.gazetteer = new Gazetteer(sheet.map);
    this.popover = new Popover(this.board, new Map(sheet.tags ?? []));
    this.layers = new Layers(this.board, sheet, (key) => session.overlay(key));
    this.pieceLayers = new PieceLayers(
      this.board,
      () => this.layers.aboutPieces(),
      (key) => session.overlay(key),
    );
    this.hover = new HoverCard(this.gazetteer, (place) => session.why(this.offers.mover, place));
    this.replay = new Replay(session, (state, from) => this.#showPast(state, from));
    this.frame = new Frame(this);
    this.board.onmoved = () => this.popover.place();
    this.pointer = new Pointer(this);
    new Drag(this);
    this.#listen();
  }

  /** What is shown: the present, or the past being replayed. @returns {State} */
  get shown() {
    const state = this.replay.past ?? this.session.state;
    if (!state) throw new Error('shown before the first state');
    return state;
  }

  #listen() {
    listenToKeys(
      {
        pan: (dx, dy) => this.board.panzoom.pan(dx, dy),
        zoom: (f) => this.board.panzoom.zoom(f),
        fit: () => this.fit(),
        main: () => this.#press('[data-main]'),
        end: () => this.#press('[data-end]'),
        stay: () => this.#press('[data-stay]'),
        undo: () => this.undo(),
        escape: () => this.back(),
        layer: (letter) => this.layers.byLetter(letter),
        log: () => this.open('log'),
        rules: () => void openRules(),
        keys: openKeys,
        replay: (by) => void this.replay.step(by),
        choose: (n) => this.#press('.choices li', n - 1),
        goto: (text) => typedPlace(this, text),
        find: () => finder(this),
        pane: () => otherPane(this),
        walk: (back) => enterMap(this, back),
      },
      this.board.view,
    );
  }

  /** @param {string} selector @param {number} [nth] */
  #press(selector, nth = 0) {
    const cover = document.querySelector('.cover [data-main]');
    if (!cover && this.tab !== 'decide') this.open('decide');
    const el = cover ?? this.frame.scroll.querySelectorAll(selector)[nth];
    if (el instanceof HTMLElement) el.click();
  }

  fit() {
    this.board.fit(true, this.frame.tray.offsetHeight);
  }

  /** The session has a new state. @param {Entry[]} entries what happened @param {boolean} own did this page do it? */
  update(entries, own) {
    const { session } = this;
    const { seat } = session;
    const over = session.state?.waits.kind === 'over';
    this.picked = null;
    this.asked = null;
    if (session.decides || over) this.thinking = '';
    const handsOver = session.you.length > 1 && this.cover && seat !== this.#eyes && !over;
    if (handsOver && seat !== 'spectator') {
      this.#coverUp(seat, entries);
      return;
    }
    this.#eyes = seat;
    this.#news.push(...entries);
    if (own || this.#drawn === '') this.#show(own);
    else this.#frame ||= requestAnimationFrame(() => this.#show(false)); // pushes that come in a burst are drawn once
  }

  /** Draws the state there is now, and what led to it. @param {boolean} own */
  #show(own) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#moving && !own) return; // what is being shown comes to its end first; then this
    const news = this.#news.splice(0);
    if (document.body.classList.contains('covered')) return;
    if (this.replay.past) {
      this.frame.drawDock();
      this.frame.drawTabs();
      return;
    }
    const first = this.#drawn === '';
    this.draw();
    if (this.session.state?.waits.kind === 'over' && !first && news.length) openSummary(this.session);
    if (first) this.#openView();
    else void this.#animate(news, own);
  }

  /** Shows what happened; what happens meanwhile is shown after it. @param {Entry[]} news @param {boolean} own */
  async #animate(news, own) {
    const turn = ++this.#moving;
    await animate(this.board, news, own);
    if (turn !== this.#moving) return;
    this.#moving = 0;
    requestAnimationFrame(() => this.#follow(own));
    if (this.#news.length) this.#show(false);
  }

  /** @param {Side} side @param {Entry[]} entries */
  #coverUp(side, entries) {
    document.querySelector('.cover')?.remove();
    document.body.classList.add('covered');
    this.#forget();
    const sheet = coverSheet(side, () => {
      sheet.remove();
      document.body.classList.remove('covered');
      this.#eyes = side;
      const first = this.#drawn === '';
      this.draw();
      if (first) this.#openView();
      else void animate(this.board, entries, false).then(() => this.#follow(true));
    });
    document.body.append(sheet);
    sheet.querySelector('button')?.focus();
  }

  /** What one player looked at is not for the next. */
  #forget() {
    this.popover.close();
    this.hover.show(null, [], null, false);
    this.pointedAt = [];
    this.showPieceLayers();
    this.odds = this.whatIf = this.blocked = null;
    this.board.clear('path', 'spot');
  }

  /** Is the screen covered when it changes hands? */
  get cover() {
    return mine.known(this.session.token)?.cover ?? false;
  }

  /** Opens the board where the decision is, counters large enough to read. */
  #openView(soft = false) {
    const asked = this.#places();
    const frame = this.board.frame(asked.length ? asked : this.all.map((u) => u.place), 150);
    if (!frame) {
      this.board.fit(false, this.frame.tray.offsetHeight);
      return;
    }
    const [x, y] = [(frame.x0 + frame.x1) / 2, (frame.y0 + frame.y1) / 2];
    const view = this.board.view.getBoundingClientRect();
    const fits = Math.min(view.width / (frame.x1 - frame.x0), view.height / (frame.y1 - frame.y0));
    const least = small() ? 0.7 : this.board.geometry.kind === 'areas' ? 1.1 : 0.8;
    const k = Math.max(least, Math.min(1.15, fits));
    const [w, high] = [view.width / k / 2, view.height / k / 2];
    this.board.panzoom.show(
      { x0: x - w, x1: x + w, y0: y - high, y1: y + high },
      { max: k, pad: [0, 0, this.frame.tray.offsetHeight, 0], soft },
    );
  }

  /** Places the decision is about. */
  #places() {
    const { offers, units } = this;
    const { geometry } = this.board;
    const pieces = [...offers.pieces.keys(), ...offers.movers].map((id) => units.get(id)?.place ?? '');
    const target = this.shown.view.fight?.target ?? '';
    return [...offers.places.keys(), ...pieces, target].filter((p) => geometry.has(p));
  }

  /** Keeps the decision in sight. @param {boolean} own */
  #follow(own) {
    if (document.body.classList.contains('dragging')) return; // the map stays under the hand
    const target = this.shown.view.fight?.target;
    const mover = this.offers.mover ? this.units.get(this.offers.mover)?.place : null;
    const about = target ?? mover;
    const bottom = this.frame.tray.offsetHeight;
    if (about && this.board.geometry.has(about)) {
      if (own || this.session.decides) this.board.reveal([about], { bottom });
      return;
    }
    // where nothing that can be chosen is in sight, the map goes there
    const asked = this.session.decides ? this.#places() : [];
    if (asked.length && !asked.some((place) => this.board.sees(place, bottom))) this.#openView(true);
  }

  /** @param {State | null} state @param {number} from */
  #showPast(state, from) {
    document.body.classList.toggle('in-past', state !== null);
    this.popover.close();
    this.draw();
    const to = this.replay.point;
    const entries = this.session.entries.filter((e) => e.point >= from && e.point < to);
    const last = [...this.session.entries].reverse().find((e) => e.point < to && e.events.length > 0);
    spot(this.board, state && last ? last.events[last.events.length - 1] : null);
    if (to > from && to - from < 12) void animate(this.board, entries, true);
  }

  /** Draws everything that changed. */
  draw() {
    if (document.body.classList.contains('covered')) return;
    const { view, choices } = this.shown;
    const live = !this.replay.past;
    const lies = new Map(view.pieces.map((p) => [p.id, p.place]));
    this.offers = sort(live ? choices : [], this.picked, (piece) => lies.get(piece) ?? null);
    this.#noteFight(view.fight);
    this.#drawPieces(view);
    light(this.board, this.offers, view.fight);
    drawFight(this.board, view.fight);
    drawStops(this);
    this.frame.drawBanner();
    this.frame.drawCards();
    this.frame.tray.replaceChildren(...combatTray(this));
    this.frame.drawDock();
    this.frame.drawTabs();
    this.drawTab();
    void this.#askOdds(live);
    void this.#askBlocked(live);
    void this.layers.refresh();
    this.showPieceLayers(true);
  }

  /** @param {import('../types').FightView | null} fight */
  #noteFight(fight) {
    const key = fight ? `${fight.kind} ${fight.target}` : '';
    if (key && key !== this.#fight) this.fightFrom = this.shown.point;
    this.#fight = key;
  }

  /** The odds as they would be after a choice, beside those that are. @param {Choice | null} choice */
  async showWhatIf(choice) {
    const point = this.session.state?.point;
    const odds = choice && this.odds ? await this.session.odds([choice.line]).catch(() => null) : null;
    if (this.session.state?.point !== point) return;
    this.whatIf = odds;
    const fresh = oddsBlock(this.desk());
    if (fresh) this.frame.scroll.querySelector('.block.odds')?.replaceWith(fresh);
  }

  /** @param {import('../types').View} view */
  #drawPieces(view) {
    const { place } = this.units.get(this.offers.mover ?? '') ?? {};
    const stacked = view.pieces.filter((p) => p.place && p.place === place).length > 1;
    const mover = stacked ? this.offers.mover : null;
    const drawn = JSON.stringify([view.pieces, view.markers, view.fight, view.control, mover]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.all = view.pieces.map((p) => this.roster.unit(p));
    this.units = new Map(this.all.flatMap((u) => (u.id ? [[u.id, u]] : [])));
    const lean = leaning(this.board, view.fight, (id) => this.units.get(id)?.place ?? null);
    // the piece at hand lies on top of its stack
    const order = mover
      ? [...this.all].sort((a, b) => Number(a.id === mover) - Number(b.id === mover))
      : this.all;
    this.board.setPieces(order, view.markers, lean);
    this.board.paintControl(view.control);
  }

  drawTab() {
    const past = !!this.replay.past;
    if (this.tab === 'chat') this.read = this.session.chat.length;
    const content = this.tab === 'decide' && !past ? decideTab(this.desk()) : tabContent(this);
    this.frame.fill(this.tab, content, this.tab === 'log' && !past);
  }

  /** @returns {import('./decide.js').Desk} */
  desk() {
    return {
      session: this.session,
      offers: this.offers,
      asked: this.asked,
      odds: this.odds,
      whatIf: this.whatIf,
      thinking: this.thinking,
      blocked: this.blocked,
      fightFrom: this.fightFrom,
      unit: (id) => this.units.get(id) ?? this.roster.printed(id),
      placeName: (place) => this.gazetteer.name(place),
      commit: (c) => this.commit(c),
      confirmed: (c) => void this.session.play(c.line),
      back: () => this.back(),
      pick: (id) => this.pickUp(id),
      point: (c) => {
        this.point(c);
        if (this.odds && (!c || c.kind === 'piece' || c.kind === 'secret'))
          void this.showWhatIf(c?.line ? c : null);
      },
      summary: () => openSummary(this.session),
    };
  }

  /** Where no choice ends the phase, the engine may say why. @param {boolean} live */
  async #askBlocked(live) {
    const { session } = this;
    const point = session.state?.point;
    const ask = live && session.decides && !this.shown.choices.some(ends);
    const why = ask ? await session.why(null, null).catch(() => null) : null;
    if (session.state?.point !== point) return;
    const changed = JSON.stringify(why) !== JSON.stringify(this.blocked);
    this.blocked = why;
    if (changed && this.tab === 'decide' && !this.replay.past) this.drawTab();
  }

  /** Layers about the pieces under the pointer, or the piece at hand. @param {boolean} [anew] the position has changed */
  showPieceLayers(anew = false) {
    const { mover } = this.offers;
    this.pieceLayers.show(this.pointedAt.length ? this.pointedAt : mover ? [mover] : [], anew);
  }

  /** @param {boolean} live */
  async #askOdds(live) {
    const point = this.session.state?.point;
    const odds = live && this.shown.view.fight ? await this.session.odds().catch(() => null) : null;
    if (this.session.state?.point !== point) return;
    const changed = JSON.stringify(odds) !== JSON.stringify(this.odds);
    this.odds = odds;
    this.whatIf = null;
    if (changed && this.tab === 'decide' && !this.replay.past) this.drawTab();
  }

  /** @param {string} tab */
  open(tab) {
    this.tab = tab;
    this.frame.drawTabs();
    this.drawTab();
  }

  /** @param {Choice} choice */
  commit(choice) {
    this.popover.close();
    if (choice.warning) {
      this.asked = choice;
      this.open('decide');
      this.frame.scroll.scrollTop = 0;
      return;
    }
    void this.session.play(choice.line);
  }

  /** Picks one of several pieces that could go somewhere. @param {string} id */
  pickUp(id) {
    this.popover.close();
    this.picked = this.picked === id ? null : id;
    this.draw();
  }

  undo() {
    if (this.session.state?.undo && !this.replay.past) void this.session.undo();
  }

  /** Esc: closes what is open, takes back what was only picked. */
  back() {
    if (this.popover.open) this.popover.close();
    else if (this.replay.past) this.replay.live();
    else if (this.asked || this.picked) {
      this.asked = null;
      this.picked = null;
      this.draw();
    } else this.putDown();
  }

  /** A piece that was only picked, with nothing done, is put down again. */
  putDown() {
    const last = this.session.entries[this.session.entries.length - 1];
    if (last && last.events.length === 0 && this.offers.mover) this.undo();
  }

  /** @param {Choice | null} choice */
  point(choice) {
    pointAt(this.board, choice);
    for (const el of this.frame.scroll.querySelectorAll('.choices li')) {
      el.classList.toggle('pointed', !!choice?.line && el.getAttribute('data-row') === choice.line);
    }
  }

  menu() {
    openMenu(this.session, {
      links: mine.known(this.session.token)?.links ?? {},
      cover: this.cover,
      setCover: (on) => mine.remember(this.session.token, { cover: on }),
      failed: (e) => notice(e.message, { tone: 'bad' }),
    });
  }
}
