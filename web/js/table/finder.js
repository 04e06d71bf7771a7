// Going to a place by its number or name.
import { h } from '../lib/dom.js';
import { openDialog } from '../help/dialog.js';

/** @typedef {import('./page.js').TablePage} TablePage */

/** Goes to a place: chooses it if it can be chosen, shows it otherwise. @param {TablePage} page @param {string} id */
function go(page, id) {
  const list = page.hand.offers.places.get(id) ?? [];
  page.board.reveal([id], { force: list.length === 0 });
  if (list.length === 1 && !page.replay.past) page.hand.commit(list[0]);
  else page.board.onhover(id);
}

/** A hex number typed on the map. @param {TablePage} page @param {string} text */
export function typedPlace(page, text) {
  if (!page.board.geometry.has(text)) return false;
  go(page, text);
  return true;
}

/** @param {TablePage} page */
export function finder(page) {
  const list = h(
    'datalist',
    { id: 'places' },
    [...page.gazetteer.places].map(([id, p]) => h('option', { value: id }, p.name)),
  );
  const input = h('input', {
    type: 'text',
    list: 'places',
    'aria-label': 'Place',
    placeholder: 'Number or name',
    autocomplete: 'off',
  });
  const form = h(
    'form',
    { method: 'dialog' },
    input,
    h('button', { class: 'btn primary', type: 'submit' }, 'Go'),
  );
  const dialog = openDialog('Go to', 'finder', form, list);
  form.addEventListener('submit', (e) => {
    e.preventDefault();
    const text = input.value.trim().toLowerCase();
    const found = [...page.gazetteer.places].find(
      ([id, p]) => id.toLowerCase() === text || p.name.toLowerCase() === text,
    );
    dialog.close();
    if (found) go(page, found[0]);
  });
  input.focus();
}
