// The tabs of the panel besides Decide, and what Decide shows while looking back.
import { h, small } from '../lib/dom.js';
import { notice } from '../help/dialog.js';
import { branch } from '../net/api.js';
import * as mine from '../net/mine.js';
import { button } from '../panel/bits.js';
import { prompt } from '../panel/choices.js';
import { chatView, countUp, logView, statistics } from '../panel/log.js';
import { forcesView, tablesView, tracksView } from '../panel/reference.js';
import { spot } from './lights.js';

/** @typedef {import('./page.js').TablePage} TablePage */

export const TABS = /** @type {[string, string][]} */ ([
  ['decide', 'Decide'],
  ['log', 'Log'],
  ['tables', 'Tables'],
  ['forces', 'Forces'],
  ['chat', 'Chat'],
]);

/** So many entries of a long log are shown at first. */
const RECENT = 90;

/** A match of its own from the point shown, against oneself. @param {TablePage} page */
async function branchOff(page) {
  try {
    const made = await branch(page.session.token, page.replay.point);
    const token = mine.ownToken(made.links, null);
    mine.remember(token, { links: made.links });
    location.assign(`/play#${token}`); // the page opens anew when its link changes
  } catch (error) {
    notice(/** @type {Error} */ (error).message, { tone: 'bad' });
  }
}

/** @param {import('./session.js').Session} session */
function chat(session) {
  const plays = session.you.some((seat) => seat !== 'spectator');
  return chatView(session.chat, {
    send: (text) => void session.say(text),
    may: plays || session.openChat,
    open: session.openChat,
    setOpen: plays ? (open) => void session.setOpenChat(open) : null,
  });
}

/** @param {TablePage} page */
function pastPrompt(page) {
  const { replay, session } = page;
  const last = [...session.entries].reverse().find((e) => e.point < replay.point && e.events.length > 0);
  return prompt({
    tone: 'past',
    text: last ? last.events[last.events.length - 1].text : 'The start of the game.',
    sub: `Point ${replay.point} of ${replay.end}. What you see is the past.`,
    buttons: [
      button('Back to the game', { cls: 'primary', key: 'Esc', on: () => replay.live() }),
      button('Play on from here', {
        icon: 'branch',
        title: 'A new game from this point, against yourself',
        on: () => void branchOff(page),
      }),
    ],
  });
}

/** What the log does when it is pointed at. @param {TablePage} page @returns {import('../panel/log.js').LogHooks} */
export const logHooks = ({ replay, board, gazetteer, reckonings }) => ({
  now: replay.past ? replay.point - 1 : null,
  point: (event) => spot(board, event),
  go: (point) => void replay.go(point + 1),
  nameOf: (place) => gazetteer.name(place),
  reckoning: (battle) => reckonings.of(battle),
});

/** @param {TablePage} page */
function logTab(page) {
  const { session, replay } = page;
  const at = replay.past ? session.entries.findIndex((e) => e.point >= replay.point) : session.entries.length;
  const from = page.wholeLog ? 0 : Math.max(0, at - RECENT);
  const to = page.wholeLog ? session.entries.length : from + 2 * RECENT;
  const sides = new Map(page.printed.sheet.pieces.map((p) => [p.id, p.side]));
  return [
    ...(small() ? [h('div', { class: 'small-dock' }, page.frame.dockParts())] : []),
    ...(from > 0
      ? [
          button(`${from} earlier`, {
            cls: 'small earlier',
            on: () => {
              page.wholeLog = true;
              page.drawTab();
            },
          }),
        ]
      : []),
    ...(page.beside.wide.matches && !page.beside.on
      ? [button('Keep it beside the map', { cls: 'small', on: () => page.beside.set(true) })]
      : []),
    logView(session.entries.slice(from, to), logHooks(page)),
    ...statistics(countUp(session.entries, (id) => sides.get(id) ?? null)),
  ];
}

/** @param {TablePage} page */
function forcesTab(page) {
  const { geometry } = page.board;
  return forcesView(
    page.pieces.all,
    page.shown.boxes,
    (place) => geometry.has(place),
    (unit) => {
      if (!geometry.has(unit.place)) return;
      page.board.reveal([unit.place], { force: true });
      spot(page.board, { pieces: unit.id ? [unit.id] : [], places: [unit.place] });
    },
  );
}

/** @param {TablePage} page @returns {HTMLElement[]} */
export function tabContent(page) {
  const { view } = page.shown;
  switch (page.tab) {
    case 'log':
      return logTab(page);
    case 'tables':
      return [...tracksView(view), ...tablesView(page.printed.sheet.tables, page.chances.odds)];
    case 'forces':
      return forcesTab(page);
    case 'chat':
      return [chat(page.session)];
    default: {
      const recap = page.recap.block();
      return [pastPrompt(page), ...(recap ? [recap] : logTab(page).slice(small() ? 1 : 0))];
    }
  }
}
