// A match of earlier rules that would have gone on otherwise by these: it waits until everybody who plays agrees.
import { notice, openDialog } from '../help/dialog.js';
import { h } from '../lib/dom.js';

/** @type {HTMLElement | null} */
let note = null;
let shown = '';

/** Says where the match differs, and lets a player agree to go on from there. @param {import('./session.js').Session} session */
export function showDiffers(session) {
  const { differs } = session;
  const now = JSON.stringify(differs);
  if (now === shown) return;
  shown = now;
  note?.remove();
  note = null;
  if (!differs) return;
  const own = session.you.filter((seat) => seat !== 'spectator');
  const agreed = own.length > 0 && own.every((side) => differs.agreed.some((other) => other === side));
  const text =
    `This match was played with version ${differs.played} of the rules. By version ${differs.program} action ` +
    `${differs.point + 1} of ${differs.actions} would be another one: the match is shown as it was before that, ` +
    'and goes on from there, with other dice, when everybody who plays agrees.';
  const button = h('button', { class: 'btn small', type: 'button' }, 'Go on from here');
  button.addEventListener('click', () => void session.goOn());
  const read = h('button', { class: 'btn small', type: 'button' }, 'Read the rest');
  read.addEventListener('click', () => void showRest(session));
  const answer = agreed ? 'You have agreed; the other player has not yet.' : own.length > 0 ? button : null;
  note = notice([`${text} `, read, ' ', answer], { rule: differs.rule ?? null, ms: 2 ** 31 - 1 });
}

/** How the match went on by its own rules, as it was written. @param {import('./session.js').Session} session */
async function showRest(session) {
  try {
    const lines = (await session.rest()).map(([point, line]) =>
      h('li', { value: point + 1 }, h('code', {}, line)),
    );
    const hint =
      '“?” stands for a line that may have hidden something: it is shown to whoever may know the whole match.';
    openDialog('As it was played', 'rest', h('p', {}, hint), h('ol', {}, lines));
  } catch (error) {
    session.hooks.failed(/** @type {Error} */ (error));
  }
}
