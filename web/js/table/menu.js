// Dialogs of the table: menu, links, keys.
import { h, sideName } from '../lib/dom.js';
import { copyField, openDialog } from '../help/dialog.js';
import { openRules } from '../help/rules.js';
import { button } from '../panel/bits.js';
import { paceSlider } from './pace.js';

/** @typedef {import('./session.js').Session} Session */

const KEYS = [
  ['← ↑ ↓ →', 'move the map'],
  ['+ −', 'zoom'],
  ['0', 'whole map'],
  ['Tab, Shift-Tab', 'next and previous unit on the map that can act; Enter takes it'],
  ['F6', 'from the map to the lists and back'],
  ['arrows, Enter', 'walk through a list and choose'],
  ['1 – 9', 'choose from the list'],
  ['hex number', 'choose or show that hex'],
  ['/', 'go to a place by name or number'],
  ['Enter', 'the main button'],
  ['E', 'end the phase, pass'],
  ['Space', 'leave the unit where it is'],
  ['U', 'undo'],
  ['Esc', 'back, close, to the live point'],
  ['N, D and the letters at the layers', 'layers on the map'],
  ['L', 'log'],
  ['R', 'rules'],
  ['[ ]', 'replay one step'],
  ['?', 'this list'],
];

export function openKeys() {
  openDialog(
    'Keys',
    'keys',
    h(
      'dl',
      {},
      KEYS.map(([key, what]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, what)]),
    ),
  );
}

/** @param {import('../shapes').Links} links */
export function openLinks(links) {
  const whole = (/** @type {string} */ link) => new URL(link, location.href).href;
  const fields = /** @type {[string, string | undefined][]} */ ([
    ['Republican seat', links.republican],
    ['Nationalist seat', links.nationalist],
    ['Spectators', links.spectator],
  ]);
  openDialog(
    'Links',
    'links',
    h(
      'p',
      {},
      'Whoever has a link has the seat. No account is needed; a link works on any device, today and next week.',
    ),
    fields.map(([label, link]) => link && copyField(label, whole(link))),
    fields.every(([, link]) => !link) &&
      h(
        'p',
        {},
        'The links of the other seats are known to the browser that started the game, and to nobody else.',
      ),
    location.pathname === '/play' && copyField('This page', location.href),
  );
}

/** @param {Session} session @param {string} name */
export async function saveToFile(session, name) {
  const text = await session.save();
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = h('a', { href: url, download: `${name}.frente` });
  link.click();
  URL.revokeObjectURL(url);
}

/** Resigning, and a draw: asked once before it is done. @param {Session} session @param {() => void} close */
function endings(session, close) {
  const { state, you, seats, offer } = session;
  const sides = you.filter((seat) => seat !== 'spectator');
  if (!sides.length || state?.waits.kind === 'over') return null;
  const both = sides.length > 1;
  const other = you[0] === 'republican' ? seats.nationalist : seats.republican;
  const sure = (/** @type {string} */ text, /** @type {string} */ yes, /** @type {() => void} */ act) => {
    const dialog = openDialog(
      text,
      'sure',
      h(
        'div',
        { class: 'menu-buttons' },
        button(yes, {
          cls: 'primary',
          data: { sure: '1' },
          on: () => {
            dialog.close();
            close();
            act();
          },
        }),
        button('Play on', { on: () => dialog.close() }),
      ),
    );
  };
  const mine = !both && offer === you[0];
  const theirs = !both && !!offer && !mine;
  return h(
    'div',
    { class: 'menu-buttons ends' },
    button('Resign', {
      data: { resign: '1' },
      on: () =>
        sure(
          both ? 'End the game: the side to act resigns?' : 'Resign? The other side wins.',
          'Resign',
          () => void session.resign(),
        ),
    }),
    (both || other?.player === 'human') &&
      button(
        both
          ? 'End it as a draw'
          : theirs
            ? 'Accept the draw'
            : mine
              ? 'Take the offer back'
              : 'Offer a draw',
        {
          data: { draw: '1' },
          on: () =>
            mine
              ? void session.draw(false)
              : sure(
                  both || theirs ? 'A draw?' : 'Offer a draw?',
                  both || theirs ? 'A draw' : 'Offer it',
                  () => void session.draw(true),
                ),
        },
      ),
  );
}

/**
 * @param {Session} session
 * @param {{ only: import('./alone.js').OnlyAnswers, links: import('../shapes').Links, cover: boolean, setCover: (on: boolean) => void, failed: (e: Error) => void, summary: () => void }} how
 */
export function openMenu(session, { only, links, cover, setCover, failed, summary }) {
  const { state, printed } = session;
  if (!state || !printed) return;
  const about = printed.about;
  const scenario = about?.scenario?.find((x) => x.key === state.scenario);
  const options = Object.entries(state.options).map(([key, on]) => {
    const title = scenario?.option?.find((o) => o.key === key)?.title ?? key;
    return h('li', {}, `${title}: ${on ? 'on' : 'off'}`);
  });
  const shared = session.you.length > 1;
  const computer = [session.seats.republican, session.seats.nationalist].some((x) =>
    x?.player.startsWith('computer'),
  );
  const covering = h('input', { type: 'checkbox', checked: cover });
  covering.addEventListener('change', () => setCover(covering.checked));
  const dialog = openDialog(
    about?.title ?? state.game,
    'menu',
    h('p', {}, scenario ? `${scenario.title}, ${scenario.dates}. ${scenario.summary}` : ''),
    h(
      'p',
      {},
      `You sit in: ${session.you.map(sideName).join(' and ')}. Dice: ${state.dice === 'typed' ? 'your own, typed in' : 'thrown by the program'}.`,
    ),
    options.length > 0 && h('ul', { class: 'options' }, options),
    computer && paceSlider(session),
    h(
      'label',
      { class: 'check' },
      h('input', {
        type: 'checkbox',
        checked: only.on,
        on: {
          change: (/** @type {Event} */ e) => (only.on = /** @type {HTMLInputElement} */ (e.target).checked),
        },
      }),
      'Answer for me where only one answer is possible',
    ),
    shared && h('label', { class: 'check' }, covering, 'Cover the screen when it changes hands'),
    h(
      'div',
      { class: 'menu-buttons' },
      button('Links', { icon: 'link', on: () => openLinks(links) }),
      button('Save to a file', {
        icon: 'save',
        on: () => saveToFile(session, `${state.game}-${state.scenario}`).catch(failed),
      }),
      button('Statistics', { icon: 'chart', on: summary }),
      button('Rules', { icon: 'book', on: () => void openRules() }),
      button('Keys', { icon: 'keys', on: openKeys }),
      h('a', { class: 'btn', href: '/' }, 'All games'),
    ),
    endings(session, () => dialog.close()),
    about &&
      h(
        'p',
        { class: 'credits' },
        `${about.title}: ${about.designer}, ${[about.publisher, about.year].filter(Boolean).join(' ')}. Reconstructed here: ${about.reconstructed}`,
      ),
  );
  return dialog;
}
