// The question in one sentence, the answers that are not on the map, and the same choices as on the map as lists.
import { h } from '../lib/dom.js';
import { picture } from '../pieces/counter.js';
import { button, ruleLink, ruleMark } from './bits.js';

/** @typedef {import('../shapes').Kids} Kids */
/**
 * @typedef {object} Row a choice in a list
 * @property {Kids} text @property {Kids} [sub] @property {Kids} [value] @property {string} [state] selected, refused
 * @property {import('../pieces/units.js').Unit | null} [unit] @property {string | null} [rule] @property {string} [key]
 * @property {string} id for finding the row again @property {(more: boolean) => void} choose `more`: beside what is taken already @property {(on: boolean) => void} [point]
 */

/** @param {{ text: Kids, rule?: string | null, sub?: Kids, buttons: HTMLElement[], tone?: string, unit?: import('../pieces/units.js').Unit | null }} how `unit`: the piece at hand */
export const prompt = ({ text, rule, sub, buttons, tone = '', unit = null }) =>
  h(
    'section',
    { class: `prompt ${tone}` },
    unit && picture(unit, 44),
    h('p', { class: 'ask', role: 'status', 'aria-live': 'polite' }, text, ' ', ruleLink(rule)),
    sub && h('p', { class: 'sub' }, sub),
    buttons.length > 0 && h('div', { class: 'buttons' }, buttons),
  );

/** @param {Row} row */
const option = (row) =>
  h(
    'li',
    {
      role: 'option',
      class: row.state ?? '',
      'aria-selected': String(row.state === 'selected'),
      'aria-disabled': row.state === 'refused' ? 'true' : null,
      tabindex: -1,
      data: { row: row.id },
      on: {
        click: (/** @type {MouseEvent} */ e) => {
          if (e.target instanceof Element && e.target.closest('.rule')) return;
          row.choose(e.shiftKey);
        },
        mouseenter: () => row.point?.(true),
        mouseleave: () => row.point?.(false),
        focus: () => row.point?.(true),
      },
    },
    row.unit ? picture(row.unit, 32) : row.key && h('kbd', {}, row.key),
    h('span', { class: 'what' }, h('span', {}, row.text), row.sub && h('small', {}, row.sub)),
    row.value !== undefined && h('span', { class: 'value' }, row.value),
    ruleMark(row.rule),
  );

/** Arrows walk, Enter chooses. (Space is the button that stays, wherever the focus is.) @param {HTMLElement} list @param {KeyboardEvent} e */
function walk(list, e) {
  const all = /** @type {HTMLElement[]} */ ([...list.children]);
  const at = all.findIndex((el) => el === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[e.key];
  if (to !== undefined) {
    all[Math.max(0, Math.min(all.length - 1, to))]?.focus();
  } else if (e.key === 'Enter' && at >= 0) {
    all[at].dispatchEvent(new MouseEvent('click', { shiftKey: e.shiftKey }));
  } else return;
  e.preventDefault();
  e.stopPropagation();
}

/** @param {{ title: string, hint?: Kids, rows: Row[] }} how */
export function choiceList({ title, hint, rows }) {
  // one rule behind all of them is said once
  const common = rows.length > 2 && rows.every((r) => r.rule === rows[0].rule) ? rows[0].rule : null;
  const list = h(
    'ul',
    { class: 'choices', role: 'listbox', 'aria-label': title, tabindex: 0 },
    rows.map((r) => option(common ? { ...r, rule: null } : r)),
  );
  list.addEventListener('keydown', (e) => walk(list, e));
  list.addEventListener('focus', () => {
    const start = list.querySelector('[aria-selected=true]') ?? list.firstElementChild;
    if (start instanceof HTMLElement) start.focus({ preventScroll: true });
  });
  return h(
    'section',
    { class: 'block' },
    h('h3', {}, title, hint && h('small', {}, hint), ruleLink(common)),
    list,
  );
}

/** Asked once before something is done that leaves things undone. @param {{ text: Kids, rule?: string | null, yes: string, onYes: () => void, onNo: () => void }} how */
export const confirmation = ({ text, rule, yes, onYes, onNo }) =>
  prompt({
    text,
    rule,
    tone: 'warn',
    buttons: [
      button(yes, { cls: 'primary', key: '⏎', on: onYes, data: { main: '1' } }),
      button('Back', { key: 'Esc', on: onNo, data: { back: '1' } }),
    ],
  });
