// Dialogs and short notices.
import { add, h } from '../lib/dom.js';
import { iconButton, ruleLink } from '../panel/bits.js';

/** @typedef {import('../shapes').Kids} Kids */

/** Opens a dialog; Esc, the cross and a click beside it close it. @param {string} title @param {string} cls @param {...Kids} kids */
export function openDialog(title, cls, ...kids) {
  const shut = () => dialog.close();
  const dialog = h(
    'dialog',
    { class: `sheet-dialog ${cls}`, 'aria-label': title },
    h('header', {}, h('h2', {}, title), iconButton('close', 'Close', shut)),
    h('div', { class: 'dialog-body' }, kids),
  );
  const from = document.activeElement;
  dialog.addEventListener('close', () => {
    dialog.remove();
    // what it was opened from may have been drawn anew since
    if (document.activeElement !== document.body) return;
    const goal = from?.isConnected && from !== document.body ? from : document.querySelector('.view');
    if (goal instanceof HTMLElement) goal.focus({ preventScroll: true });
  });
  dialog.addEventListener('click', (e) => e.target === dialog && shut());
  dialog.addEventListener('keydown', (e) => {
    if (e.key !== 'Escape') return;
    e.preventDefault(); // a search field would keep the key for itself
    e.stopPropagation(); // and the table would take it for its own
    shut();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @type {HTMLElement | null} */
let tray = null;

/** A short notice at the top of the map. @param {Kids} text @param {{ tone?: string, rule?: string | null, ms?: number }} [how] */
export function notice(text, { tone = '', rule = null, ms = 5000 } = {}) {
  tray ??= h('div', { class: 'notices', role: 'status', 'aria-live': 'assertive' });
  if (!tray.isConnected) document.body.append(tray);
  const note = h('div', { class: `notice ${tone}` }, h('span', {}, text), ruleLink(rule));
  tray.append(note);
  setTimeout(() => note.remove(), ms);
  return note;
}

/** A text in a field with a button that copies it. @param {string} label @param {string} text */
export function copyField(label, text) {
  const field = h('input', { type: 'text', readonly: true, value: text, 'aria-label': label });
  const copy = h('button', { class: 'btn small', type: 'button' }, 'Copy');
  copy.addEventListener('click', async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      document.execCommand('copy');
    }
    copy.textContent = 'Copied';
    setTimeout(() => (copy.textContent = 'Copy'), 1500);
  });
  const row = h('label', { class: 'copy-field' });
  add(row, [h('span', {}, label), field, copy]);
  return row;
}
