// The Decide tab: the question, the answers, the odds, what was thrown last, one's hand.
import { h, plural, narrow, sideName } from '../lib/dom.js';
import { picture } from '../pieces/counter.js';
import { die } from '../pieces/icons.js';
import { block, button, ruleLink, sideChip } from '../panel/bits.js';
import { choiceList, confirmation, prompt } from '../panel/choices.js';
import { oddsPanel } from '../panel/odds.js';
import { blocked } from '../panel/status.js';
import { diceOf, eventsOf, lastBattle, titleOf } from './battle.js';
import { paceSlider } from './pace.js';
import { ends, inOrder, pieceAlone, stays, way } from './offers.js';

/** A list longer than this stands after the others. */
const MANY = 24;

/** @typedef {import('../types').ChoiceView} Choice */
/** @typedef {import('../panel/choices.js').Row} Row */

/** @typedef {Pick<import('./page.js').TablePage, 'session' | 'hand' | 'chances' | 'pieces' | 'gazetteer' | 'thinking' | 'consider' | 'back' | 'recap' | 'only' | 'reckonings' | 'summary'>} Desk what the tab needs of the page */

/** @param {Desk} desk @param {Choice} c */
function buttonOf(desk, c, main = false) {
  const key = ends(c) ? 'E' : stays(c) ? 'Space' : main ? '⏎' : '';
  const el = button(c.text, {
    cls: main ? 'primary' : '',
    key,
    title: c.warning ?? c.price ?? undefined,
    data: {
      line: c.line,
      ...(main ? { main: '1' } : {}),
      ...(ends(c) ? { end: '1' } : {}),
      ...(stays(c) ? { stay: '1' } : {}),
    },
    on: () => desk.hand.commit(c),
  });
  const wait = ends(c) ? desk.hand.guarded : 0;
  if (wait) {
    el.setAttribute('aria-disabled', 'true');
    setTimeout(() => el.removeAttribute('aria-disabled'), wait);
  }
  return el;
}

/** Puts down what was only intended. @param {Desk} desk */
const backButton = (desk) =>
  button('Back', {
    key: 'Esc',
    title: 'Put it down again: nothing is done yet',
    data: { back: '1' },
    on: () => desk.back(),
  });

/** Which button Enter presses: the one that goes on, not the one that ends. @param {Choice[]} buttons @param {boolean} alone nothing else can be chosen */
function mainButton(buttons, alone) {
  const go = buttons.filter((c) => !ends(c) && !stays(c));
  if (go.length === 1) return go[0];
  return alone && buttons.length === 1 ? buttons[0] : null;
}

/** @param {Desk} desk @returns {HTMLElement[]} */
function question(desk) {
  const { session, hand } = desk;
  const { offers } = hand;
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
          button('How it went', {
            cls: 'primary',
            icon: 'chart',
            on: () => desk.summary(),
            data: { main: '1' },
          }),
        ],
      }),
    ];
  }
  if (hand.asked) {
    const { asked } = hand;
    return [
      confirmation({
        text: asked.warning ?? asked.text,
        rule: asked.rule,
        yes: asked.text,
        onYes: () => void hand.play(asked),
        onNo: () => desk.back(),
      }),
    ];
  }
  if (hand.group.length) return [groupPrompt(desk)];
  const offered = offerPrompt(desk);
  if (waits.kind === 'chance') return [session.missingShares.length ? sharePrompt(desk) : throwPrompt(desk)];
  const alone = !offers.pieces.size && !offers.places.size && !offers.movers.length && !offers.secrets.length;
  const main = mainButton(offers.buttons, alone);
  const sub =
    desk.thinking && !session.decides
      ? [h('span', { class: 'tag thinking' }, desk.thinking), paceSlider(session)]
      : desk.chances.blocked && session.decides
        ? [blocked(desk.chances.blocked)]
        : null;
  return [
    offered,
    prompt({
      unit: offers.mover && session.decides ? desk.pieces.unit(offers.mover) : null,
      text: view.prompt || (session.decides ? 'Your decision.' : `${sideName(waits.side)} decides.`),
      rule: view.prompt_rule,
      sub,
      tone: session.decides ? '' : 'waiting',
      buttons: [
        ...(offers.buttons.length <= 5 ? offers.buttons.map((c) => buttonOf(desk, c, c === main)) : []),
        ...(session.decides ? (state.shortcuts ?? []).map((short) => shortcut(desk, short)) : []),
        ...(hand.held && session.decides ? [backButton(desk)] : []),
      ],
    }),
    offers.buttons.length > 5
      ? choiceList({
          title: 'Choices',
          rows: offers.buttons.map((c, i) => row(desk, c, i, { text: c.text })),
        })
      : null,
  ].filter((x) => x !== null);
}

/** One line for several choices: a ready set-up, the rest of one. @param {Desk} desk @param {import('../types').ShortcutView} short */
const shortcut = (desk, { line, text }) =>
  button(text, {
    data: { line },
    on: () => desk.hand.commit({ n: -1, line, text, kind: 'button', stop: false }),
  });

/** The other side offers a draw. @param {Desk} desk */
function offerPrompt({ session }) {
  const { offer, you } = session;
  if (!offer || you.length > 1 || you.includes(offer) || you.includes('spectator')) return null;
  return prompt({
    text: [sideChip(offer), ' offers a draw.'],
    tone: 'offer',
    buttons: [
      button('Accept the draw', { data: { draw: 'yes' }, on: () => void session.draw(true) }),
      button('Play on', { data: { draw: 'no' }, on: () => void session.draw(false) }),
    ],
  });
}

/** Several units in hand that go the same way. @param {Desk} desk */
function groupPrompt(desk) {
  const { group } = desk.hand;
  return prompt({
    text: `${plural(group.length, 'unit')} in hand. Choose where they go together.`,
    sub: h(
      'span',
      { class: 'in-hand' },
      group.map((id) => {
        const unit = desk.pieces.unit(id);
        return unit && picture(unit, 38);
      }),
    ),
    buttons: [backButton(desk)],
  });
}

/** Dice that wait for somebody's share. @param {Desk} desk */
function sharePrompt({ session }) {
  const own = session.ownShare;
  const lost = session.lostShare && !!own;
  const others = session.missingShares.filter((s) => s !== own);
  return prompt({
    text: session.state?.waits.text ?? '',
    sub: lost
      ? 'This browser does not have what was promised from your seat. Open the game where you first opened it, or go on without your share: then the dice prove nothing to you, but all the same to your opponent.'
      : own && !own.left_out && others.length
        ? 'You can go on without a share once you have waited for it. Yours is drawn anew then, so that nobody can have chosen the dice; your opponent is told.'
        : null,
    tone: 'waiting',
    buttons: lost
      ? [button('Go on without my share', { data: { without: own.by }, on: () => session.leaveOut(own.by) })]
      : own && !own.left_out
        ? others.map((s) =>
            button(`Go on without the ${sideName(s.by)} share`, {
              data: { without: s.by },
              on: () => session.leaveOut(s.by),
            }),
          )
        : [],
  });
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
    sub: c.warning ?? c.price ?? undefined,
    choose: () => desk.hand.commit(c),
    point: (on) => desk.consider(on ? c : null),
    ...more,
  };
}

/** @param {Choice} c */
function gain(c) {
  if (c.stop) return '■ stops';
  return c.left_text === undefined ? undefined : `${c.left_text} left`;
}

/** @param {Desk} desk @returns {(HTMLElement | null)[]} */
function lists(desk) {
  const { offers } = desk.hand;
  const places = inOrder([...offers.places.values()].flat());
  const targets = places.filter((c) => c.kind === 'target');
  const goals = places.filter((c) => c.kind !== 'target');
  const pieces = [...offers.pieces.values()].flat();
  const mover = offers.mover ? desk.pieces.unit(offers.mover) : null;
  /** @param {Choice} c @param {number} i */
  const placeRow = (c, i) =>
    row(desk, c, i, {
      ...(offers.group.length
        ? { text: `${plural(offers.group.length, 'unit')} to ${desk.gazetteer.name(c.place ?? '')}` }
        : {}),
      value: gain(c),
      sub: c.warning || c.price || way(c, goals) || undefined,
    });
  /** @param {string} id @param {number} i @returns {Row} */
  const moverRow = (id, i) => ({
    id,
    unit: desk.pieces.unit(id),
    text: desk.pieces.unit(id)?.label ?? id,
    sub: desk.gazetteer.name(desk.pieces.unit(id)?.place ?? ''),
    state: id === offers.mover ? 'selected' : '',
    key: i < 9 ? String(i + 1) : undefined,
    choose: (more) => (more ? void desk.hand.toggle(id) : desk.hand.pickUp(id)),
    point: (on) => desk.consider(on ? pieceAlone(id) : null),
  });
  const goalList = goals.length
    ? choiceList({
        title: mover ? `${mover.label} can go to` : offers.group.length ? 'They can go to' : 'Places',
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
          hint: desk.hand.joins(offers.movers[0])
            ? 'Shift takes several'
            : plural(offers.movers.length, 'unit'),
          rows: offers.movers.map(moverRow),
        })
      : null,
    pieces.length
      ? choiceList({
          title: 'Units',
          hint: desk.hand.joins(pieces[0].piece ?? '')
            ? 'Shift takes several'
            : plural(pieces.length, 'choice'),
          rows: pieces.map((c, i) =>
            row(desk, c, i, {
              choose: (more) =>
                more && c.piece && desk.hand.joins(c.piece)
                  ? void desk.hand.toggle(c.piece)
                  : desk.hand.commit(c),
              unit: desk.pieces.unit(c.piece ?? ''),
              sub: c.warning ?? c.price ?? desk.gazetteer.name(desk.pieces.unit(c.piece ?? '')?.place ?? ''),
            }),
          ),
        })
      : null,
    late ? goalList : null,
  ];
}

/** The last throw, large, with what followed from it; of a combat, all of it in one place. @param {Desk} desk */
function lastThrow(desk) {
  const entries = desk.session.entries.filter((e) => e.point >= desk.chances.fightFrom).slice(-9);
  let at = entries.length - 1;
  while (at >= 0 && !entries[at].events.some((e) => e.die)) at--;
  if (
    at < 0 ||
    entries.slice(at).some((e) => e.events.some((x) => x.weight === 'phase' || x.weight === 'turn'))
  )
    return null;
  const battle = entries[at].fight ? lastBattle(desk.session.entries) : null;
  const events = battle ? eventsOf(battle) : entries.slice(at).flatMap((e) => e.events);
  const thrown = events.findLast((e) => e.die);
  if (!thrown?.die) return null;
  const first = events.findIndex((e) => e.die);
  const after = events.slice(first).filter((e) => e !== thrown);
  return h(
    'section',
    { class: 'block result' },
    battle &&
      h(
        'h3',
        {},
        titleOf(battle, (place) => desk.gazetteer.name(place)),
      ),
    h(
      'div',
      { class: 'throw' },
      battle ? diceOf(battle, 'large') : die(thrown.die, 'large'),
      h('p', {}, thrown.text, ' ', ruleLink(thrown.rule)),
    ),
    after.length > 0 &&
      h(
        'ol',
        { class: 'steps' },
        after.slice(0, 10).map((e) => h('li', { class: 'done' }, h('span', {}, e.text), ruleLink(e.rule))),
      ),
    battle && desk.reckonings.of(battle),
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
export function oddsBlock({ chances: { odds, whatIf }, session, gazetteer }) {
  if (!odds || !session.printed) return null;
  const target = session.state?.view.fight?.target;
  return oddsPanel(
    odds,
    session.printed.sheet.tables,
    target ? `Odds at ${gazetteer.name(target)}` : 'Odds',
    whatIf,
  );
}

/** @param {Desk} desk @returns {HTMLElement[]} */
export function decideTab(desk) {
  const chances = oddsBlock(desk);
  const offered = lists(desk);
  const count = offered.reduce((n, el) => n + (el?.querySelectorAll('li').length ?? 0), 0);
  const body =
    chances && count > 5 && !desk.hand.offers.secrets.length ? [chances, ...offered] : [...offered, chances];
  return [
    ...question(desk),
    desk.only.block(),
    desk.recap.block(),
    lastThrow(desk),
    ...body,
    hand(desk),
  ].filter((x) => x !== null);
}
