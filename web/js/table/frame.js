// The frame round the board: banner, tools, side cards, tabs, dock. Elements once, contents at each change.
import { h, redraw, sideName } from '../lib/dom.js';
import { themeButton } from '../lib/theme.js';
import { openRules } from '../help/rules.js';
import { banner, sideCard } from '../panel/banner.js';
import { iconButton } from '../panel/bits.js';
import { replayBar, turnTrack } from '../panel/dock.js';
import { statusLine } from '../panel/status.js';
import { BottomSheet } from './sheet.js';
import { TABS } from './tabs.js';

/** @typedef {import('./page.js').TablePage} TablePage */
/** @typedef {import('../types').Side} Side */

/** @param {string | undefined} player */
function playerName(player) {
  if (!player) return '';
  const computer = /^computer:(.*)$/.exec(player);
  return computer ? `computer, ${computer[1]}` : player === 'human' ? 'opponent' : sideName(player);
}

export class Frame {
  status = h('div', { class: 'status-line', role: 'group', 'aria-label': 'Tracks' });
  tray = h('div', { class: 'tray-slot' });
  banner = h('header', { class: 'banner' });
  opponent = h('div');
  own = h('div');
  tabs = h('div', { class: 'tabs', role: 'tablist' });
  heading = h('h2', { class: 'sr' });
  scroll = h('div', { class: 'scroll', role: 'tabpanel', tabindex: -1 });
  dock = h('footer', { class: 'dock' });

  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    const { board } = page;
    const zoom = (/** @type {number} */ f) => () => board.panzoom.zoom(f);
    const tools = h(
      'div',
      { class: 'map-tools' },
      h(
        'div',
        { class: 'group' },
        iconButton('plus', 'Zoom in', zoom(1.35)),
        iconButton('minus', 'Zoom out', zoom(1 / 1.35)),
        iconButton('fit', 'Whole map', () => page.camera.fit()),
        iconButton('layer', 'Layers', () => tools.classList.toggle('open'), { data: { layers: '1' } }),
      ),
      page.layers.bar,
    );
    this.panel = h(
      'aside',
      { class: 'panel', 'aria-label': 'Decision, odds and log' },
      this.opponent,
      this.tabs,
      this.heading,
      this.scroll,
      this.own,
    );
    this.sheet = new BottomSheet(this.panel, () => this.scroll);
    board.view.addEventListener('pointerdown', () => this.sheet.set(false));
    const main = h(
      'main',
      { class: 'board' },
      board.view,
      tools,
      this.status,
      page.hover.el,
      this.tray,
      page.popover.el,
    );
    document.body.className = 'table';
    document.body.replaceChildren(this.banner, main, page.beside.el, this.panel, this.dock);
  }

  drawBanner() {
    const { page } = this;
    const { session, shown: state, replay } = page;
    const { waits } = state;
    const live = replay.past ? 'replay' : session.decides ? 'your decision' : page.thinking || 'decides';
    const note = waits.kind === 'over' ? 'game over' : waits.kind === 'chance' ? 'dice' : live;
    const tools = () => [
      iconButton('undo', 'Undo (U)', () => page.hand.undo(), {
        disabled: !state.undo || !!replay.past,
        data: { undo: '1' },
      }),
      iconButton('book', 'Rules (R)', () => void openRules()),
      themeButton(),
      iconButton('menu', 'Menu', () => page.menu()),
    ];
    const { tracks, phases, turn, turns, date, active } = state.view;
    redraw(this.status, tracks, () => statusLine(state.view));
    const shows = [
      phases,
      turn,
      turns,
      date,
      active,
      waits.kind,
      waits.side,
      waits.winner,
      note,
      state.undo,
      !!replay.past,
    ];
    redraw(this.banner, shows, () =>
      banner({ title: page.title, view: state.view, waits, note, tools: tools() }),
    );
  }

  drawCards() {
    const { session, shown: state } = this.page;
    const { view, waits } = state;
    const eyes = session.you.length > 1 ? view.seat : session.you[0];
    /** @type {[Side, Side]} */
    const [top, bottom] =
      eyes === 'nationalist' ? ['republican', 'nationalist'] : ['nationalist', 'republican'];
    const card = (/** @type {Side} */ side) => {
      const seat = session.seats[side];
      const own = session.you.includes(side);
      const player = own ? (session.you.length > 1 ? 'at this screen' : 'you') : playerName(seat?.player);
      const active = waits.kind !== 'over' && waits.side === side;
      const present = seat?.present ?? own;
      const figures = view.cards.filter((c) => c.side === side);
      return {
        shows: [side, figures, player, present, active],
        make: () => [sideCard({ side, view, player, present, active })],
      };
    };
    for (const [el, side] of /** @type {const} */ ([
      [this.opponent, top],
      [this.own, bottom],
    ])) {
      const { shows, make } = card(side);
      redraw(el, shows, make);
    }
  }

  /** Turn track and replay bar. */
  dockParts() {
    const { replay, session, pieces, printed, shown } = this.page;
    const nameOf = (/** @type {string} */ id) => pieces.roster.sheets.get(id)?.name ?? id;
    const toTurn = (/** @type {number} */ turn) => {
      const start = session.state?.turns.find((t) => t.turn === turn);
      if (start) void replay.go(start.point);
    };
    return [
      turnTrack(printed.sheet.turns, shown.view.turn, nameOf, toTurn),
      replayBar({
        at: replay.point,
        end: replay.end,
        live: !replay.past,
        playing: replay.playing,
        turns: session.state?.turns ?? [],
        go: (point) => {
          replay.pause();
          void replay.go(point);
        },
        play: () => void replay.toggle(),
        toLive: () => replay.live(),
      }),
    ];
  }

  drawDock() {
    const { replay } = this.page;
    document.body.dataset.point = String(replay.end);
    if (replay.past && document.activeElement?.matches('.dock .replay input')) {
      // the slider is being dragged: leave it in place, change only the figure
      const at = this.dock.querySelector('.at');
      if (at) at.textContent = `${replay.point} / ${replay.end}`;
      return;
    }
    const { turns } = this.page.session.state ?? { turns: [] };
    const shows = [this.page.shown.view.turn, replay.point, replay.end, !!replay.past, replay.playing, turns];
    redraw(this.dock, shows, () => this.dockParts());
  }

  drawTabs() {
    const { page } = this;
    const unread = page.session.chat.length - page.read;
    this.heading.textContent = TABS.find(([id]) => id === page.tab)?.[1] ?? '';
    redraw(this.tabs, [page.tab, unread, page.session.decides], () =>
      TABS.map(([id, text]) => {
        const count = id === 'chat' ? unread : id === 'decide' && page.session.decides ? 1 : 0;
        return h(
          'button',
          {
            type: 'button',
            role: 'tab',
            'aria-selected': String(id === page.tab),
            class: id === page.tab ? 'on' : '',
            data: { tab: id },
            on: {
              click: () => {
                this.sheet.set(
                  id !== 'decide' || page.tab !== 'decide' || !document.body.classList.contains('sheet-up'),
                );
                page.open(id);
              },
            },
          },
          text,
          count > 0 && id !== page.tab && h('i', {}, count),
        );
      }),
    );
  }

  /**
   * Puts the content of a tab in place and keeps keyboard focus and scrolling where they were. Nothing is measured on the way:
   * measuring now would lay the page out twice.
   * @param {string} tab @param {HTMLElement[]} content @param {boolean} toEnd
   */
  fill(tab, content, toEnd) {
    const old = this.scroll;
    const focus = document.activeElement;
    const list = focus && old.contains(focus) ? focus.closest('.choices, .prompt') : null;
    const keep = old.dataset.tab === tab && tab !== 'decide' && !toEnd;
    if (keep) old.replaceChildren(...content);
    else {
      this.scroll = /** @type {HTMLDivElement} */ (old.cloneNode(false)); // a new one starts at its top
      this.scroll.dataset.tab = tab;
      this.scroll.append(...content);
      old.replaceWith(this.scroll);
      if (toEnd) this.scroll.scrollTop = this.scroll.scrollHeight;
    }
    this.sheet.fit();
    if (!list) return;
    const name = list.getAttribute('aria-label');
    const lists = [...this.scroll.querySelectorAll('.choices')];
    const first = lists[0] ?? this.scroll.querySelector('.prompt .btn');
    const goal = lists.find((el) => el.getAttribute('aria-label') === name) ?? first;
    if (goal instanceof HTMLElement) goal.focus({ preventScroll: true });
  }
}
