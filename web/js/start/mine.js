// My games: go on, watch, replay, forget.
import { h, plural, sideName } from '../lib/dom.js';
import { notice } from '../help/dialog.js';
import * as api from '../net/api.js';
import * as mine from '../net/mine.js';
import { button, emblem, iconButton } from '../panel/bits.js';
import { openLinks } from '../table/menu.js';
import { mapPicture } from './pictures.js';

/** @typedef {import('../shapes').Summary} Summary */

/** @param {Summary} g */
function stands(g) {
  if (g.over) return g.waits.winner ? `${sideName(g.waits.winner)} won` : 'a draw';
  if (g.seat === 'spectator') return `${sideName(g.waits.side)} decides`;
  return isMine(g) ? 'Your decision' : `${sideName(g.waits.side)} decides`;
}

/** @param {Summary} g */
const isMine = (g) => !g.error && !g.over && g.seat !== 'spectator' && g.waits.side === g.seat;

/** Was I given links for others, which only this browser keeps? @param {string} token */
function toHandOut(token) {
  const links = Object.values(mine.known(token)?.links ?? {});
  return links.some((link) => api.tokenOf(link) !== token);
}

/** @param {Summary} g @param {import('../types').About[]} games @param {() => void} changed */
function row(g, games, changed) {
  const about = games.find((a) => a.key === g.game);
  const scenario = about?.scenario.find((s) => s.key === g.scenario);
  const thumb = h('span', { class: 'thumb' });
  void mapPicture(g.game, g.scenario).then((svg) => svg && thumb.replaceChildren(svg));
  const href = `/play#${g.token}`;
  const opponent = g.opponent === 'human' ? 'a person' : g.opponent?.replace('computer:', 'the computer, ');
  const forget = iconButton('trash', 'Delete', async () => {
    if (forget.dataset.sure) {
      await api.forget(g.token).catch((e) => notice(e.message, { tone: 'bad' }));
      mine.forget(g.token);
      changed();
      return;
    }
    forget.dataset.sure = '1';
    forget.replaceChildren('Sure?');
    setTimeout(changed, 4000);
  });
  return h(
    'li',
    { class: isMine(g) ? 'waits' : '' },
    thumb,
    h(
      'a',
      { href },
      h('b', {}, scenario && about && about.scenario.length > 1 ? scenario.title : (about?.title ?? g.game)),
      h('small', {}, g.turn ? `turn ${g.turn} of ${g.turns}${g.date ? `, ${g.date}` : ''}` : 'set-up'),
      h('span', {}, stands(g)),
    ),
    h(
      'span',
      { class: 'vs' },
      g.seat !== 'spectator' && emblem(g.seat),
      h('small', {}, g.seat === 'spectator' ? 'watching' : opponent ? `against ${opponent}` : ''),
    ),
    h(
      'span',
      { class: 'acts' },
      toHandOut(g.token) &&
        iconButton('link', 'Links to hand out', () => openLinks(mine.known(g.token)?.links ?? {})),
      h(
        'a',
        { class: `btn small ${isMine(g) ? 'primary' : ''}`, href },
        g.over ? 'Replay' : g.seat === 'spectator' ? 'Watch' : isMine(g) ? 'Go on' : 'Look',
      ),
      forget,
    ),
  );
}

/** A match that cannot be opened: why, and a way to be rid of it. @param {Summary} g @param {() => void} changed */
function broken(g, changed) {
  const forget = iconButton('trash', 'Delete', async () => {
    await api.forget(g.token).catch((e) => notice(e.message, { tone: 'bad' }));
    mine.forget(g.token);
    changed();
  });
  return h(
    'li',
    {},
    h('span', { class: 'thumb' }),
    h('span', {}, h('b', {}, 'A match that cannot be opened'), h('small', {}, g.error?.message)),
    h('span', { class: 'acts' }, forget),
  );
}

/** @param {import('../types').About[]} games @param {() => void} changed @returns {Promise<HTMLElement[]>} */
export async function mineList(games, changed) {
  const tokens = mine.all().map((m) => m.token);
  /** @type {Summary[]} */
  let found;
  try {
    found = await api.mine(tokens);
  } catch (error) {
    return [
      h('h2', {}, 'My games'),
      h('p', { class: 'note' }, /** @type {Error} */ (error).message),
      button('Try again', { on: changed }),
    ];
  }
  const order = new Map(tokens.map((t, i) => [t, i]));
  found.sort(
    (a, b) => Number(isMine(b)) - Number(isMine(a)) || (order.get(a.token) ?? 0) - (order.get(b.token) ?? 0),
  );
  const waiting = found.filter(isMine).length;
  return [
    h(
      'h2',
      {},
      'My games',
      waiting > 0 && h('small', {}, `${plural(waiting, 'game')} wait${waiting === 1 ? 's' : ''} for you`),
    ),
    found.length
      ? h(
          'ul',
          {},
          found.map((g) => (g.error ? broken(g, changed) : row(g, games, changed))),
        )
      : h(
          'p',
          { class: 'note' },
          'None yet. Games you start or are invited to are listed here, in this browser only.',
        ),
  ];
}
