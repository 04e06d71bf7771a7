// The Decide tab: the question, the answers, the odds, what was thrown last, one's hand.
import { h, plural, narrow, sideName } from '../lib/dom.js';
import { pointsLeft } from '../board/overlays.js';
import { die } from '../pieces/icons.js';
import { block, button, ruleLink, sideChip } from '../panel/bits.js';
import { choiceList, confirmation, prompt } from '../panel/choices.js';
import { oddsPanel } from '../panel/odds.js';
import { blocked } from '../panel/status.js';
import { ends, inOrder, stays, way } from './offers.js';

/** A list longer than this stands after the others. */
const MANY = 24;

/** @typedef {import('../types').Choice} Choice */
/** @typedef {import('../panel/choices.js').Row} Row */

/**
 * @typedef {object} Desk what the tab needs of the page
 * @property {import('./session.js').Session} session @property {import('./offers.js').Offers} offers
 * @property {Choice | null} asked @property {import('../types').OddsView | null} odds @property {import('../types').OddsView | null} whatIf
 * @property {(id: string) => import('../pieces/units.js').Unit | null} unit
 * @property {(place: string) => string} placeName @property {string} thinking @property {number} fightFrom the point the combat at hand, or the last one, began at
 * @property {{ text: string, rule: string | null } | null} blocked why the phase cannot end yet
 * @property {(c: Choice) => void} commit @property {(c: Choice) => void} confirmed @property {() => void} back
 * @property {(piece: string) => void} pick @property {(c: Choice | null) => void} point @property {() => void} summary
 */

/** @param {Desk} desk @param {Choice} c */
function buttonOf(desk, c, main = false) {
  const key = ends(c) ? 'E' : stays(c) ? 'Space' : main ? '⏎' : '';
  return button(c.text, {
    cls: main ? 'primary' : '',
    key,
    title: c.warning ?? undefined,
    data: {
      line: c.line,
      ...(main ? { main: '1' } : {}),
      ...(ends(c) ? { end: '1' } : {}),
      ...(stays(c) ? { stay: '1' } : {}),
    },
    on: () => desk.commit(c),
  });
}

/** Which button Enter presses: the one that goes on, not the one that ends. @param {Choice[]} buttons @param {boolean} alone nothing else can be chosen */
function mainButton(buttons, alone) {
  const go = buttons.filter((c) => !ends(c) && !stays(c));
  if (go.length === 1) return go[0];
  return alone && buttons.length === 1 ? buttons[0] : null;
}

/** @param {Desk} desk @returns {HTMLElement[]} */
function question(desk) {
  const { session, offers } = desk;
  const state = session.state;
  if (!state) return [];
  const { view, waits } = state;
  if (waits.kind === 'over') {
    return [
      prompt({
        text: waits.winner ? [sideChip(waits.winner), ' wins. ', waits.text] : ['A draw. ', waits.text],
        rule: waits.rule,
        tone: 'over',
        buttons: [
          button('How it went', { cls: 'primary', icon: 'chart', on: desk.summary, data: { main: '1' } }),
        ],
      }),
    ];
  }
  if (desk.asked) {
    const asked = desk.asked;
    return [
      confirmation({
        text: asked.warning ?? asked.text,
        rule: asked.rule,
        yes: asked.text,
        onYes: () => desk.confirmed(asked),
        onNo: desk.back,
      }),
    ];
  }
  if (waits.kind === 'chance') return [throwPrompt(desk)];
  const alone = !offers.pieces.size && !offers.places.size && !offers.movers.length && !offers.secrets.length;
  const main = mainButton(offers.buttons, alone);
  const sub =
    desk.thinking && !session.decides
      ? [h('span', { class: 'tag thinking' }, desk.thinking)]
      : desk.blocked && session.decides
        ? [blocked(desk.blocked)]
        : null;
  return [
    prompt({
      unit: offers.mover && session.decides ? desk.unit(offers.mover) : null,
      text: view.prompt || (session.decides ? 'Your decision.' : `${sideName(waits.side)} decides.`),
      rule: view.prompt_rule,
      sub,
      tone: session.decides ? '' : 'waiting',
      buttons: offers.buttons.length <= 5 ? offers.buttons.map((c) => buttonOf(desk, c, c === main)) : [],
    }),
    offers.buttons.length > 5
      ? choiceList({
          title: 'Choices',
          rows: offers.buttons.map((c, i) => row(desk, c, i, { text: c.text })),
        })
      : null,
  ].filter((x) => x !== null);
}

/** Dice that people throw themselves. @param {Desk} desk */
function throwPrompt(desk) {
  const { session } = desk;
  const waits = session.state?.waits;
  const outcomes = waits?.outcomes ?? [];
  const mine = session.seat !== 'spectator';
  /** @param {string} line */
  const face = (line) => {
    const n = /^roll (\d)$/.exec(line)?.[1];
    return button(n ? [die(Number(n)), n] : line, { data: { line }, on: () => session.roll(line) });
  };
  const throwIt = button('Throw', {
    cls: 'primary',
    key: '⏎',
    data: { main: '1' },
    on: () => session.roll(),
  });
  return prompt({
    text: `${waits?.text || 'A throw of dice.'}${outcomes.length && mine ? ' What did you throw?' : ''}`,
    rule: waits?.rule,
    buttons: mine ? (outcomes.length ? outcomes.map(face) : [throwIt]) : [],
  });
}

/** @param {Desk} desk @param {Choice} c @param {number} i @param {Partial<Row>} more @returns {Row} */
function row(desk, c, i, more) {
  return {
    id: c.line,
    text: c.text,
    key: i < 9 ? String(i + 1) : undefined,
    rule: c.rule,
    sub: c.warning ?? undefined,
    choose: () => desk.commit(c),
    point: (on) => desk.point(on ? c : null),
    ...more,
  };
}

/** @param {Choice} c */
function gain(c) {
  if (c.stop) return '■ stops';
  return c.left === null || c.left === undefined ? undefined : `${pointsLeft(c.left)} left`;
}

/** @param {Desk} desk @returns {(HTMLElement | null)[]} */
function lists(desk) {
  const { offers } = desk;
  const places = inOrder([...offers.places.values()].flat());
  const targets = places.filter((c) => c.kind === 'target');
  const goals = places.filter((c) => c.kind !== 'target');
  const pieces = [...offers.pieces.values()].flat();
  const mover = offers.mover ? desk.unit(offers.mover) : null;
  /** @param {Choice} c @param {number} i */
  const placeRow = (c, i) =>
    row(desk, c, i, { value: gain(c), sub: c.warning || way(c, goals) || undefined });
  /** @param {string} id @param {number} i @returns {Row} */
  const moverRow = (id, i) => ({
    id,
    unit: desk.unit(id),
    text: desk.unit(id)?.label ?? id,
    sub: desk.placeName(desk.unit(id)?.place ?? ''),
    state: id === offers.mover ? 'selected' : '',
    key: i < 9 ? String(i + 1) : undefined,
    choose: () => desk.pick(id),
    point: (on) => desk.point(on ? { n: 0, line: '', text: '', kind: 'piece', piece: id } : null),
  });
  const goalList = goals.length
    ? choiceList({
        title: mover ? `${mover.label} can go to` : 'Places',
        hint: plural(goals.length, 'place'),
        rows: goals.map(placeRow),
      })
    : null;
  // what fits on the screen stands before a list of half the map
  const late = goals.length > MANY && !mover;
  return [
    offers.secrets.length
      ? choiceList({
          title: 'In secret',
          hint: 'the other side sees nothing of this',
          rows: offers.secrets.map((c, i) => row(desk, c, i, {})),
        })
      : null,
    targets.length
      ? choiceList({
          title: 'Targets',
          hint: plural(targets.length, 'place'),
          rows: targets.map((c, i) => row(desk, c, i, {})),
        })
      : null,
    late ? null : goalList,
    offers.movers.length
      ? choiceList({
          title: 'Units',
          hint: plural(offers.movers.length, 'unit'),
          rows: offers.movers.map(moverRow),
        })
      : null,
    pieces.length
      ? choiceList({
          title: 'Units',
          hint: plural(pieces.length, 'choice'),
          rows: pieces.map((c, i) =>
            row(desk, c, i, {
              unit: desk.unit(c.piece ?? ''),
              sub: c.warning ?? desk.placeName(desk.unit(c.piece ?? '')?.place ?? ''),
            }),
          ),
        })
      : null,
    late ? goalList : null,
  ];
}

/** The last throw, large, with what followed from it. @param {Desk} desk */
function lastThrow(desk) {
  const entries = desk.session.entries.filter((e) => e.point >= desk.fightFrom).slice(-9);
  let at = entries.length - 1;
  while (at >= 0 && !entries[at].events.some((e) => e.die)) at--;
  if (
    at < 0 ||
    entries.slice(at).some((e) => e.events.some((x) => x.weight === 'phase' || x.weight === 'turn'))
  )
    return null;
  const events = entries.slice(at).flatMap((e) => e.events);
  const thrown = events.find((e) => e.die);
  if (!thrown?.die) return null;
  const after = events.filter((e) => e !== thrown).slice(0, 8);
  return h(
    'section',
    { class: 'block result' },
    h(
      'div',
      { class: 'throw' },
      die(thrown.die, 'large'),
      h('p', {}, thrown.text, ' ', ruleLink(thrown.rule)),
    ),
    after.length > 0 &&
      h(
        'ol',
        { class: 'steps' },
        after.map((e) => h('li', { class: 'done' }, h('span', {}, e.text), ruleLink(e.rule))),
      ),
  );
}

/** @param {Desk} desk */
function hand(desk) {
  const held = desk.session.state?.view.hand ?? [];
  // in a combat it lies in the tray, where the tray has room for it
  if (!held.length || (desk.session.state?.view.fight && !narrow())) return null;
  return block(
    'Your hand',
    'secret',
    h(
      'ul',
      { class: 'hand-list' },
      held.map((x) =>
        h(
          'li',
          { class: x.playable ? 'playable' : '' },
          h('b', {}, x.count > 1 ? `${x.count} × ${x.title}` : x.title),
          h('span', {}, x.text),
        ),
      ),
    ),
  );
}

/** @param {Desk} desk */
export function oddsBlock({ odds, whatIf, session, placeName }) {
  if (!odds || !session.printed) return null;
  const target = session.state?.view.fight?.target;
  return oddsPanel(
    odds,
    session.printed.sheet.tables,
    target ? `Odds at ${placeName(target)}` : 'Odds',
    whatIf,
  );
}

/** @param {Desk} desk @returns {HTMLElement[]} */
export function decideTab(desk) {
  const chances = oddsBlock(desk);
  const offered = lists(desk);
  const count = offered.reduce((n, el) => n + (el?.querySelectorAll('li').length ?? 0), 0);
  const body =
    chances && count > 5 && !desk.offers.secrets.length ? [chances, ...offered] : [...offered, chances];
  return [...question(desk), lastThrow(desk), ...body, hand(desk)].filter((x) => x !== null);
}
