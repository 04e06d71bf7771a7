// How it went: who won and by what, the figures turn by turn, losses, dice; and what one can do now.
import { h, plural, s, r1, sideName } from '../lib/dom.js';
import { notice, openDialog } from '../help/dialog.js';
import * as api from '../net/api.js';
import * as mine from '../net/mine.js';
import { block, button, sideChip } from '../panel/bits.js';
import { countUp, statistics } from '../panel/log.js';
import { openLinks, saveToFile } from './menu.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../types').StateOf} State */
/** @typedef {import('../types').Side} Side */
/** @typedef {{ title: string, republican: (number | null)[], nationalist: (number | null)[] }} Curve a figure of both sides, turn by turn */

const SIDES = /** @type {const} */ (['republican', 'nationalist']);

/** The first number of a figure: `7`, `3 of 10`, `−2`. @param {string | undefined} value @returns {number | null} */
function numberOf(value) {
  const found = /^[+−-]?\d+/.exec(value ?? '');
  return found ? Number(found[0].replace('−', '-')) : null;
}

/** @param {State} state @param {Side} side */
const figuresOf = (state, side) => state.view.cards.filter((c) => c.side === side).flatMap((c) => c.figures);

/**
 * The figures on the cards at the start of each turn and now; only those that changed.
 * @param {State[]} states @returns {Curve[]}
 */
export function curvesOf(states) {
  const last = states[states.length - 1];
  if (!last) return [];
  const titles = new Set(SIDES.flatMap((side) => figuresOf(last, side).map((f) => f.title)));
  return [...titles]
    .map((title) => {
      const of = (/** @type {Side} */ side) =>
        states.map((st) => numberOf(figuresOf(st, side).find((f) => f.title === title)?.value));
      return { title, republican: of('republican'), nationalist: of('nationalist') };
    })
    .filter((c) => SIDES.some((side) => new Set(c[side].filter((n) => n !== null)).size > 1));
}

/** @param {Curve} curve */
function plot(curve) {
  const [wide, high] = [220, 64];
  const all = SIDES.flatMap((side) => curve[side]).filter((n) => n !== null);
  const [low, top] = [Math.min(0, ...all), Math.max(1, ...all)];
  const last = Math.max(1, curve.republican.length - 1);
  const path = (/** @type {Side} */ side) =>
    curve[side]
      .flatMap((n, i) =>
        n === null ? [] : [`${r1((wide * i) / last)} ${r1(high - (high * (n - low)) / (top - low))}`],
      )
      .join('L');
  const now = (/** @type {Side} */ side) => curve[side][curve[side].length - 1];
  return h(
    'figure',
    { class: 'curve' },
    h('figcaption', {}, curve.title),
    s(
      'svg',
      {
        viewBox: `-4 -6 ${wide + 8} ${high + 12}`,
        role: 'img',
        'aria-label': `${curve.title}: ${SIDES.map((side) => `${sideName(side)} ${curve[side].filter((n) => n !== null).join(', ')}`).join('; ')}`,
      },
      s('path', { class: 'axis', d: `M0 ${high}H${wide}` }),
      SIDES.map((side) => path(side) && s('path', { class: side, d: `M${path(side)}` })),
    ),
    h(
      'small',
      {},
      SIDES.filter((side) => now(side) !== null).map((side) => h('span', { class: side }, now(side))),
    ),
  );
}

/** Losses by unit, most first. @param {Session} session */
function lossesByUnit(session) {
  const sheets = new Map((session.printed?.sheet.pieces ?? []).map((p) => [p.id, p]));
  /** @type {Map<string, number>} */
  const lost = new Map();
  for (const entry of session.entries)
    for (const event of entry.events)
      if (event.weight === 'loss' && event.pieces[0])
        lost.set(event.pieces[0], (lost.get(event.pieces[0]) ?? 0) + 1);
  const of = (/** @type {Side} */ side) =>
    [...lost]
      .filter(([id]) => sheets.get(id)?.side === side)
      .sort((a, b) => b[1] - a[1])
      .map(([id, n]) => `${sheets.get(id)?.name ?? id}${n > 1 ? ` ×${n}` : ''}`);
  if (!lost.size) return null;
  return block(
    'Losses by unit',
    plural(lost.size, 'unit'),
    SIDES.map((side) => {
      const list = of(side);
      return list.length > 0 && h('p', { class: 'lost' }, sideChip(side), ' ', list.join(', '));
    }),
  );
}

/** The same again, or with the sides swapped. @param {Session} session @param {boolean} swapped */
async function rematch(session, swapped) {
  const { state, you, seats } = session;
  if (!state) return;
  const taker = (/** @type {Side} */ side) =>
    you.includes(side) ? 'me' : seats[side]?.player.startsWith('computer') ? seats[side].player : 'link';
  const from = (/** @type {Side} */ side) =>
    taker(swapped ? (side === 'republican' ? 'nationalist' : 'republican') : side);
  const takers = { republican: from('republican'), nationalist: from('nationalist') };
  const { game, scenario, options, dice } = state;
  try {
    const made = await api.start({ game, scenario, options, dice, seats: takers });
    const token = mine.ownToken(made.links, takers.republican === 'me' ? 'republican' : 'nationalist');
    mine.remember(token, { links: made.links, cover: mine.known(session.token)?.cover ?? false });
    if (Object.values(takers).includes('link')) {
      openLinks(made.links);
      document
        .querySelector('dialog.links .dialog-body')
        ?.append(h('a', { class: 'btn primary big', href: `/play#${token}` }, 'Take my seat'));
    } else location.assign(`/play#${token}`);
  } catch (error) {
    notice(/** @type {Error} */ (error).message, { tone: 'bad' });
  }
}

/** What one can do when it is over. @param {Session} session @param {() => void} fromStart */
function whatNow(session, fromStart) {
  const { state, you } = session;
  const plays = you.some((seat) => seat !== 'spectator');
  return h(
    'div',
    { class: 'menu-buttons' },
    plays && button('Again', { cls: 'primary', on: () => void rematch(session, false) }),
    plays && button('Again, sides swapped', { on: () => void rematch(session, true) }),
    button('Watch it from the start', { icon: 'play', on: fromStart }),
    button('Save to a file', {
      icon: 'save',
      on: () =>
        saveToFile(session, `${state?.game}-${state?.scenario}`).catch((e) =>
          notice(e.message, { tone: 'bad' }),
        ),
    }),
  );
}

/** What decided: both sides' figures as they stand. @param {State} state */
function score(state) {
  const rows = SIDES.map((side) => [side, figuresOf(state, side)]);
  return h(
    'table',
    { class: 'score' },
    rows.map(([side, figures]) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, sideChip(/** @type {Side} */ (side))),
        /** @type {import('../types').FigureView[]} */ (figures).map((f) =>
          h('td', {}, h('small', {}, f.title), h('b', {}, f.value)),
        ),
      ),
    ),
  );
}

/** @param {State} state */
function fairDice(state) {
  if (!state.commitment) return null;
  return h(
    'section',
    { class: 'block fair' },
    h('h3', {}, 'Fair dice'),
    h(
      'p',
      {},
      'The dice were fixed before the first throw. Their hash was published at the start; the seed is shown at the end. Check both with ',
      h('code', {}, 'frente replay --verify'),
      '.',
    ),
    h('p', {}, h('small', {}, 'Hash'), h('code', {}, state.commitment)),
    state.seed && h('p', {}, h('small', {}, 'Seed'), h('code', {}, state.seed)),
  );
}

/** @param {Session} session @param {(point: number) => void} [watch] plays the match from a point */
export function openSummary(session, watch) {
  const { state, printed } = session;
  if (!state || !printed) return;
  const { waits } = state;
  const sides = new Map(printed.sheet.pieces.map((p) => [p.id, p.side]));
  const over = waits.kind === 'over';
  const curves = h('div', { class: 'curves', 'aria-label': 'Turn by turn' });
  const dialog = openDialog(
    over ? 'How it went' : 'So far',
    'summary',
    over &&
      h(
        'p',
        { class: 'verdict' },
        waits.winner ? [sideChip(waits.winner), ' wins. '] : 'A draw. ',
        waits.text,
      ),
    score(state),
    over &&
      whatNow(session, () => {
        dialog.close();
        watch?.(0);
      }),
    curves,
    lossesByUnit(session),
    statistics(countUp(session.entries, (id) => sides.get(id) ?? null)),
    fairDice(state),
  );
  void turnByTurn(session, state).then((found) => curves.replaceChildren(...found.map(plot)));
}

/** @param {Session} session @param {State} state */
async function turnByTurn(session, state) {
  const states = await Promise.all(
    state.turns.filter((t) => t.turn > 0).map((t) => session.at(t.point).catch(() => null)),
  );
  return curvesOf([...states.filter((x) => x !== null), state]);
}
