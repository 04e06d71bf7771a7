// The start page: the games, what to play and against whom, games going on.
import { h, capital, plural, sideName } from '../lib/dom.js';
import { themeButton } from '../lib/theme.js';
import { notice, openDialog } from '../help/dialog.js';
import { openRules, useRules } from '../help/rules.js';
import * as api from '../net/api.js';
import * as mine from '../net/mine.js';
import { brandMark } from '../pieces/icons.js';
import { button, emblem, segments } from '../panel/bits.js';
import { openLinks } from '../table/menu.js';
import { mineList } from './mine.js';
import { mapPicture } from './pictures.js';

/** @typedef {import('../types').About} About */
/** @typedef {import('../types').Side} Side */
/** @typedef {'computer' | 'screen' | 'link' | 'self'} Opponent */

/** @param {number} minutes */
function duration(minutes) {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 30) / 2;
  return `${Math.floor(hours)}${hours % 1 ? '½' : ''} h`;
}

/** Who made the printed game, as far as its rules say. @param {About} g */
function makers(g) {
  const known = [g.designer, g.publisher].filter((who) => who && !/not named|unknown/.test(who));
  return [[...new Set(known)].join(', '), g.year || ''].filter(Boolean).join(' ');
}

/** What a level of the computer is like. @type {Record<string, string>} */
const LEVELS = {
  random: 'plays any legal move; for learning the sequence of play',
  greedy: 'takes what looks best now; answers at once',
};

export class StartPage {
  game = '';
  scenario = '';
  /** @type {Side} */
  side = 'republican';
  /** @type {Opponent} */
  opponent = 'computer';
  level = 'greedy';
  /** @type {'seeded' | 'typed'} */
  dice = 'seeded';
  /** @type {Record<string, boolean>} */
  options = {};
  /** Saved text of a match to go on with, instead of a new one. @type {string | null} */
  save = null;
  busy = false;

  /** @param {About[]} games @param {string[]} players */
  constructor(games, players) {
    this.games = games;
    this.players = players.length ? players : ['greedy', 'random'];
    if (!this.players.includes(this.level)) this.level = this.players[0];
    this.cards = h('section', { class: 'games', 'aria-label': 'Games' });
    this.form = h('section', { class: 'new' });
    this.list = h('section', { class: 'mine' });
    this.choose(games[0]);
    document.body.className = 'start-page';
    document.body.replaceChildren(
      h(
        'main',
        { class: 'start' },
        this.#top(),
        this.cards,
        h('div', { class: 'lower' }, this.form, this.list),
      ),
    );
    void this.drawMine();
  }

  /** @returns {About} */
  get about() {
    return this.games.find((g) => g.key === this.game) ?? this.games[0];
  }

  #top() {
    const file = h('input', { type: 'file', accept: '.frente,.txt,.toml,.json,text/plain', hidden: true });
    file.addEventListener('change', async () => {
      const chosen = file.files?.[0];
      if (chosen) this.#openSave(await chosen.text());
      file.value = '';
    });
    return h(
      'header',
      { class: 'top' },
      h('h1', { class: 'brand' }, brandMark(34), h('b', {}, 'Frente')),
      h(
        'span',
        { class: 'motto' },
        'The Spanish Civil War on the table: rules kept, odds exact, an opponent at any hour.',
      ),
      h(
        'nav',
        {},
        button('Watch the computer play itself', {
          icon: 'eye',
          on: () => void this.#start({ republican: this.#computer(), nationalist: this.#computer() }),
        }),
        button('Open a saved game', { icon: 'file', on: () => file.click() }),
        themeButton(),
        file,
      ),
    );
  }

  #computer() {
    return `computer:${this.level}`;
  }

  /** @param {About} about */
  choose(about) {
    this.game = about.key;
    this.scenario = about.scenario[0].key;
    this.options = {};
    this.draw();
  }

  draw() {
    this.#drawCards();
    this.#drawForm();
  }

  #drawCards() {
    if (this.cards.childElementCount === this.games.length) {
      for (const el of this.cards.children) {
        const on = el.getAttribute('data-game') === this.game;
        el.classList.toggle('on', on);
        el.setAttribute('aria-pressed', String(on));
      }
      return;
    }
    this.cards.replaceChildren(...this.games.map((g) => this.#card(g)));
  }

  /** @param {About} g */
  #card(g) {
    const minutes = g.scenario.map((s) => s.minutes);
    const [least, most] = [Math.min(...minutes), Math.max(...minutes)];
    const picture = h('span', { class: 'pic' });
    void mapPicture(g.key, g.scenario[0].key).then((svg) => svg && picture.replaceChildren(svg));
    return h(
      'button',
      {
        type: 'button',
        class: `card ${g.key === this.game ? 'on' : ''}`,
        'aria-pressed': String(g.key === this.game),
        data: { game: g.key },
        on: { click: () => this.choose(g) },
      },
      picture,
      h(
        'span',
        { class: 'text' },
        h('b', {}, g.title),
        h('small', {}, makers(g)),
        h('span', { class: 'like' }, g.summary),
        h(
          'span',
          { class: 'meta' },
          h('i', {}, least === most ? duration(least) : `${duration(least)} – ${duration(most)}`),
          h('i', {}, plural(g.scenario.length, 'scenario')),
        ),
      ),
    );
  }

  /** @param {string} label @param {...import('../shapes').Kids} kids */
  #row(label, ...kids) {
    return h(
      'div',
      { class: 'row', role: 'group', 'aria-label': label },
      h('span', { class: 'row-label' }, label),
      h('div', {}, kids),
    );
  }

  /** Sets a field and draws the form again. @template {keyof StartPage} K @param {K} key @returns {(value: StartPage[K]) => void} */
  #set(key) {
    return (value) => {
      /** @type {StartPage} */ (this)[key] = value;
      this.#drawForm();
    };
  }

  #drawForm() {
    const g = this.about;
    const scenario = g.scenario.find((s) => s.key === this.scenario) ?? g.scenario[0];
    const focused = document.activeElement?.getAttribute('data-value') ?? null;
    const solo = this.opponent === 'self' || this.opponent === 'screen';
    this.form.replaceChildren(
      h(
        'header',
        {},
        h('h2', {}, `Play ${g.scenario.length > 1 ? scenario.title : g.title}`),
        button('Read the rules', { icon: 'book', on: () => void this.#rules() }),
        button('Set up the table', {
          cls: 'primary big',
          disabled: this.busy,
          data: { go: '1' },
          on: () => void this.#go(),
        }),
      ),
      this.#row(
        'Scenario',
        segments(
          'Scenario',
          g.scenario.map((s) => [s.key, s.title, `${s.turns} turns`]),
          this.scenario,
          (v) => {
            this.scenario = v;
            this.options = {};
            this.#drawForm();
          },
        ),
        h('p', { class: 'note' }, `${scenario.dates}. ${scenario.summary}`),
      ),
      this.#row('Against', this.#opponents()),
      ...(solo
        ? []
        : [
            this.#row(
              'You play',
              segments(
                'Side',
                [
                  ['republican', [emblem('republican'), 'Republican']],
                  ['nationalist', [emblem('nationalist'), 'Nationalist']],
                ],
                this.side,
                this.#set('side'),
              ),
            ),
          ]),
      this.#row(
        'Dice',
        segments(
          'Dice',
          [
            ['seeded', 'Thrown for you'],
            ['typed', 'We roll our own'],
          ],
          this.dice,
          this.#set('dice'),
        ),
      ),
      ...this.#optionRows(scenario),
    );
    const again = focused ? this.form.querySelector(`[data-value="${CSS.escape(focused)}"]`) : null;
    if (again instanceof HTMLElement) again.focus();
  }

  #opponents() {
    /** @type {Record<Opponent, string>} */
    const note = {
      computer: '',
      screen: 'Two players at this screen. It is covered while it changes hands.',
      link: 'You get one secret link for each seat and one for spectators. No account is needed; come back next week.',
      self: 'You decide for both sides and see everything.',
    };
    const levels =
      this.opponent === 'computer' &&
      h(
        'div',
        { class: 'level' },
        segments(
          'Level',
          this.players.map((p) => [p, capital(p)]),
          this.level,
          this.#set('level'),
        ),
        h('span', {}, LEVELS[this.level] ?? ''),
      );
    return [
      segments(
        'Opponent',
        [
          ['computer', 'The computer'],
          ['screen', 'Someone here'],
          ['link', 'Someone by link'],
          ['self', 'Myself'],
        ],
        this.opponent,
        this.#set('opponent'),
      ),
      levels,
      note[this.opponent] && h('p', { class: 'note' }, note[this.opponent]),
    ];
  }

  /** @param {import('../types').ScenarioAbout} scenario */
  #optionRows(scenario) {
    const list = scenario.option ?? [];
    if (!list.length) return [];
    const boxes = list.map((o) => {
      const box = h('input', { type: 'checkbox', checked: this.options[o.key] ?? o.default ?? false });
      box.addEventListener('change', () => (this.options[o.key] = box.checked));
      return h('label', { class: 'check', title: o.summary }, box, o.title, h('small', {}, o.rule));
    });
    return [this.#row('Options', boxes)];
  }

  /** @returns {api.Takers} */
  #seats() {
    if (this.opponent === 'self' || this.opponent === 'screen')
      return { republican: 'me', nationalist: 'me' };
    const other = this.opponent === 'link' ? 'link' : this.#computer();
    return this.side === 'republican'
      ? { republican: 'me', nationalist: other }
      : { republican: other, nationalist: 'me' };
  }

  #go() {
    return this.#start(this.#seats());
  }

  /** @param {api.Takers} seats */
  async #start(seats) {
    if (this.busy) return;
    this.busy = true;
    try {
      const made = this.save
        ? await api.load(this.save, seats)
        : await api.start({
            game: this.game,
            scenario: this.scenario,
            options: this.options,
            dice: this.#diceFor(seats),
            seats,
          });
      const own = seats.nationalist === 'me' && seats.republican !== 'me' ? 'nationalist' : 'republican';
      const token = mine.ownToken(made.links, own);
      mine.remember(token, { links: made.links, cover: this.opponent === 'screen' });
      if (seats.republican !== 'link' && seats.nationalist !== 'link') location.assign(`/play#${token}`);
      else this.#invite(made.links, token);
    } catch (error) {
      notice(/** @type {Error} */ (error).message, { tone: 'bad' });
    } finally {
      this.busy = false;
    }
  }

  /** @param {api.Takers} seats */
  #diceFor(seats) {
    return seats.republican === 'me' || seats.nationalist === 'me' ? this.dice : 'seeded';
  }

  /** @param {import('../shapes').Links} links @param {string} token */
  #invite(links, token) {
    openLinks(links);
    const dialog = document.querySelector('dialog.links .dialog-body');
    dialog?.append(
      h('p', {}, 'Send the other player his link, then take your seat.'),
      h('a', { class: 'btn primary big', href: `/play#${token}` }, 'Take my seat'),
    );
    void this.drawMine();
  }

  /** @param {string} text */
  #openSave(text) {
    this.save = text;
    const dialog = openDialog(
      'Open a saved game',
      'save',
      h('p', {}, 'Who plays on? The scenario and its options are those of the file.'),
      h('div', { class: 'menu-buttons' }, [
        button('I play both sides', {
          cls: 'primary',
          on: () => void this.#start({ republican: 'me', nationalist: 'me' }),
        }),
        .../** @type {Side[]} */ (['republican', 'nationalist']).map((side) =>
          button(`${sideName(side)} against the computer`, {
            on: () =>
              void this.#start(
                side === 'republican'
                  ? { republican: 'me', nationalist: this.#computer() }
                  : { republican: this.#computer(), nationalist: 'me' },
              ),
          }),
        ),
      ]),
    );
    dialog.addEventListener('close', () => (this.save = null));
  }

  async #rules() {
    const printed = await api.sheet(this.game, this.scenario);
    useRules(printed.rules);
    openRules();
  }

  async drawMine() {
    this.list.replaceChildren(...(await mineList(this.games, () => void this.drawMine())));
  }
}
