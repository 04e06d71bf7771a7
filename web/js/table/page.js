// The table: shows the session's state, hands choices back. Knows no game and no rules.
import { words } from '../lib/dom.js';
import { keepFocus } from '../lib/focus.js';
import { Board } from '../board/board.js';
import { Popover } from '../board/popover.js';
import { notice } from '../help/dialog.js';
import { openRules, useRules } from '../help/rules.js';
import { drawMap } from '../map/index.js';
import * as mine from '../net/mine.js';
import { OnlyAnswers } from './alone.js';
import { Reckonings } from './battle.js';
import { LogBeside } from './beside.js';
import { Camera } from './camera.js';
import { Chances } from './chances.js';
import { combatTray } from './combat.js';
import { coverSheet } from './cover.js';
import { decideTab, oddsBlock } from './decide.js';
import { Drag } from './drag.js';
import { finder, typedPlace } from './finder.js';
import { Frame } from './frame.js';
import { Hand } from './hand.js';
import { Gazetteer, HoverCard } from './hover.js';
import { listenToKeys } from './keys.js';
import { Layers } from './layers.js';
import { drawFight, light, pointAt, spot } from './lights.js';
import { openKeys, openMenu } from './menu.js';
import { play as animate } from './motion.js';
import { Pieces } from './pieces.js';
import { Pointer } from './pointer.js';
import { Replay } from './replay.js';
import { PieceLayers } from './reach.js';
import { Recap } from './recap.js';
import { drawStops, enterMap, otherPane } from './stops.js';
import { openSummary } from './summary.js';
import { tabContent } from './tabs.js';

/** @typedef {import('../types').ChoiceView} Choice */
/** @typedef {import('../types').EntryView} Entry */
/** @typedef {import('../types').StateOf} State */
/** @typedef {import('../types').Side} Side */

/** What stands at the top: the scenario, with the game where there is room. @param {import('../types').SheetView} printed @param {State | null} state */
function titleOf({ about }, state) {
  const scenario = about.scenario.find((x) => x.key === state?.scenario);
  const several = about.scenario.length > 1;
  const whole = several ? `${about.title} · ${scenario?.title ?? ''}` : about.title;
  const title = whole.length <= 34 || !several ? whole : (scenario?.title ?? '');
  return { title, dates: scenario?.dates ?? '' };
}

export class TablePage {
  tab = 'decide';
  /** Pieces under the pointer. @type {string[]} */
  pointedAt = [];
  thinking = '';
  /** Is all of a long log shown? */
  wholeLog = false;
  /** Lines of chat already read. */
  read = 0;
  /** Whose eyes the screen last showed. @type {string | null} */
  #eyes = null;
  /** What happened since the last drawing. @type {Entry[]} */
  #news = [];
  #frame = 0;
  /** Counters are sliding: which run of them. */
  #moving = 0;

  /** @param {import('./session.js').Session} session @param {import('../types').SheetView} printed */
  constructor(session, printed) {
    this.session = session;
    this.printed = printed;
    useRules(printed.rules);
    const { sheet, looks } = printed;
    const { title, dates } = titleOf(printed, session.state);
    this.title = title;
    document.title = `${title} · Frente`;
    const { geometry, picture } = drawMap(sheet.map, { title: words(sheet.map.key), subtitle: dates });
    const fetchLayer = (/** @type {string} */ key) => session.overlay(key);
    this.board = new Board(geometry, picture, looks.markers);
    this.pieces = new Pieces(this.board, printed);
    this.gazetteer = new Gazetteer(sheet.map);
    this.popover = new Popover(this.board, new Map(sheet.tags));
    this.layers = new Layers(this.board, printed, fetchLayer);
    const about = () => this.layers.aboutPieces();
    this.pieceLayers = new PieceLayers(this.board, about, fetchLayer, looks.overlays);
    this.replay = new Replay(session, (state, from) => this.#showPast(state, from));
    this.hand = new Hand(session, this.replay, {
      changed: () => this.draw(),
      acts: () => this.popover.close(),
      asks: () => {
        this.open('decide');
        this.frame.scroll.scrollTop = 0;
        // Enter answers what is asked now, and not the row one came from
        const yes = this.frame.scroll.querySelector('.prompt.warn [data-main]');
        if (yes instanceof HTMLElement) yes.focus({ preventScroll: true });
      },
      plays: () => this.only.forget(),
      says: (text) => void notice(text),
    });
    this.chances = new Chances(session, () => {
      const fresh = oddsBlock(this);
      if (fresh) this.frame.scroll.querySelector('.block.odds')?.replaceWith(fresh);
    });
    this.hover = new HoverCard(this.gazetteer, (place) => session.why(this.hand.offers.mover, place));
    this.beside = new LogBeside(this);
    this.frame = new Frame(this);
    this.camera = new Camera({
      board: this.board,
      session,
      hand: this.hand,
      pieces: this.pieces,
      target: () => this.shown.view.fight?.target ?? null,
      below: () => this.frame.tray.offsetHeight,
    });
    this.recap = new Recap(this);
    this.only = new OnlyAnswers(session);
    this.reckonings = new Reckonings(session, this.pieces);
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
        fit: () => this.camera.fit(),
        main: () => this.#press('[data-main]'),
        end: () => this.#press('[data-end]'),
        stay: () => this.#press('[data-stay]'),
        undo: () => this.hand.undo(),
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

  /** The session has a new state. @param {Entry[]} entries what happened @param {boolean} own did this page do it? */
  update(entries, own) {
    const { session } = this;
    const { seat } = session;
    const over = session.state?.waits.kind === 'over';
    this.hand.empty();
    if (session.decides || over) this.thinking = '';
    if (this.pieces.drawn && !this.replay.past && this.only.answer(own, () => this.#show(own))) {
      if (seat === this.#eyes) this.#news.push(...entries);
      return;
    }
    const handsOver = session.you.length > 1 && this.cover && seat !== this.#eyes && !over;
    if (handsOver && seat !== 'spectator') {
      this.#coverUp(seat, entries);
      return;
    }
    this.#eyes = seat;
    this.#news.push(...entries);
    if (own || !this.pieces.drawn) this.#show(own);
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
    const first = !this.pieces.drawn;
    if (first) this.recap.begin(this.shown);
    else this.recap.take(this.shown, own);
    this.draw();
    if (this.session.state?.waits.kind === 'over' && !first && news.length) this.summary();
    if (first) this.camera.open();
    else void this.#animate(news, own);
  }

  /** Shows what happened; what happens meanwhile is shown after it. @param {Entry[]} news @param {boolean} own */
  async #animate(news, own) {
    const turn = ++this.#moving;
    if (!own && !this.session.decides) {
      const last = news.flatMap((e) => e.events).findLast((e) => e.places.length > 0);
      if (last) this.camera.visit(last.places);
    }
    await animate(this.board, news, own);
    if (turn !== this.#moving) return;
    this.#moving = 0;
    if (this.session.decides) this.camera.home();
    requestAnimationFrame(() => this.camera.follow(own));
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
      const first = !this.pieces.drawn;
      this.recap.begin(this.shown);
      this.draw();
      if (first) this.camera.open();
      else void animate(this.board, entries, false).then(() => this.camera.follow(true));
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
    this.chances.forget();
    this.reckonings.forget();
    this.board.clear('path', 'spot');
  }

  /** Is the screen covered when it changes hands? */
  get cover() {
    return mine.known(this.session.token)?.cover ?? false;
  }

  /** The present as the last thing that is looked back at. */
  showPresent() {
    if (!this.replay.past) return;
    this.replay.leave();
    document.body.classList.remove('in-past');
    this.draw();
  }

  /** @param {State | null} state @param {number} from */
  #showPast(state, from) {
    if (!state) this.recap.live();
    document.body.classList.toggle('in-past', state !== null);
    this.popover.close();
    this.draw();
    const to = this.replay.point;
    const entries = this.session.entries.filter((e) => e.point >= from && e.point < to);
    const last = [...this.session.entries].reverse().find((e) => e.point < to && e.events.length > 0);
    const event = state && last ? last.events[last.events.length - 1] : null;
    spot(this.board, event);
    if (this.replay.playing && event) this.camera.visit(event.places);
    else if (!state) this.camera.home();
    if (to > from && to - from < 12) void animate(this.board, entries, true);
  }

  /** Draws everything that changed. */
  draw() {
    if (document.body.classList.contains('covered')) return;
    keepFocus(() => this.#draw(), this.board.view);
  }

  #draw() {
    const { shown } = this;
    const { fight } = shown.view;
    this.hand.take(shown);
    this.chances.take(shown, !this.replay.past);
    this.pieces.draw(shown.view, this.hand.offers.mover);
    light(this.board, this.hand.offers, fight);
    drawFight(this.board, fight);
    drawStops(this);
    this.frame.drawBanner();
    this.frame.drawCards();
    this.frame.tray.replaceChildren(...combatTray(this));
    this.frame.drawDock();
    this.frame.drawTabs();
    this.drawTab();
    this.beside.draw();
    void this.layers.refresh();
    this.showPieceLayers(true);
  }

  drawTab() {
    const past = !!this.replay.past;
    if (this.tab === 'chat') this.read = this.session.chat.length;
    const content = this.tab === 'decide' && !past ? decideTab(this) : tabContent(this);
    this.frame.fill(this.tab, content, this.tab === 'log' && !past);
  }

  /** Layers about the pieces under the pointer, or the piece at hand. @param {boolean} [anew] the position has changed */
  showPieceLayers(anew = false) {
    const { mover } = this.hand.offers;
    this.pieceLayers.show(this.pointedAt.length ? this.pointedAt : mover ? [mover] : [], anew);
  }

  /** @param {string} tab */
  open(tab) {
    this.tab = tab;
    keepFocus(() => {
      this.frame.drawTabs();
      this.drawTab();
    }, this.board.view);
  }

  /** Esc: closes what is open, takes back what was only picked. */
  back() {
    if (this.popover.open) this.popover.close();
    else if (this.replay.past) this.replay.live();
    else this.hand.back();
  }

  /** @param {Choice | null} choice */
  point(choice) {
    pointAt(this.board, choice);
    for (const el of this.frame.scroll.querySelectorAll('.choices li')) {
      el.classList.toggle('pointed', !!choice?.line && el.getAttribute('data-row') === choice.line);
    }
  }

  /** The same for a row of a list, with the odds as they would be. @param {Choice | null} choice */
  consider(choice) {
    this.point(choice);
    if (this.chances.odds && (!choice || choice.kind === 'piece' || choice.kind === 'secret'))
      void this.chances.tryOut(choice?.line ? choice : null);
  }

  menu() {
    openMenu(this.session, {
      only: this.only,
      links: mine.known(this.session.token)?.links ?? {},
      cover: this.cover,
      setCover: (on) => mine.remember(this.session.token, { cover: on }),
      failed: (e) => notice(e.message, { tone: 'bad' }),
      summary: () => this.summary(),
    });
  }

  /** How it went, or how it goes. */
  summary() {
    openSummary(this.session, (point) => void this.replay.play(point));
  }
}
