// Small parts that all panels share.
import { h, sideName } from '../lib/dom.js';
import { icon } from '../pieces/icons.js';

/** @typedef {import('../shapes').Kids} Kids */

/** A rule id; a click on it opens the rule's statement (help/rules.js listens for it). @param {string | null | undefined} id */
export const ruleLink = (id) =>
  id ? h('button', { class: 'rule', type: 'button', title: `Rule ${id}`, data: { rule: id } }, id) : null;

/** The same inside something that is itself chosen by key: pointed at and clicked, but no stop of its own. @param {string | null | undefined} id */
export const ruleMark = (id) =>
  id ? h('span', { class: 'rule', title: `Rule ${id}`, data: { rule: id } }, id) : null;

/** @param {string | null | undefined} side */
export const sideChip = (side) => h('span', { class: `side ${side ?? ''}` }, sideName(side));

/** @param {string | null | undefined} side */
export const emblem = (side) => h('i', { class: `emblem ${side ?? ''}`, 'aria-hidden': 'true' });

/**
 * @param {Kids} text
 * @param {{ cls?: string, key?: string, icon?: string, title?: string, disabled?: boolean, data?: object, on: (e: MouseEvent) => void }} how
 */
export const button = (text, { cls = '', key = '', icon: sign = '', title, disabled, data, on }) =>
  h(
    'button',
    { class: `btn ${cls}`, type: 'button', title, disabled, data, on: { click: on } },
    sign && icon(sign),
    text && h('span', {}, text),
    key && h('kbd', {}, key),
  );

/** @param {string} sign @param {string} label @param {(e: MouseEvent) => void} on @param {Record<string, unknown>} [more] */
export const iconButton = (sign, label, on, more = {}) =>
  h(
    'button',
    { class: 'ib', type: 'button', 'aria-label': label, title: label, ...more, on: { click: on } },
    icon(sign),
  );

/** @param {string} title @param {Kids} hint @param {...Kids} kids */
export const block = (title, hint, ...kids) =>
  h('section', { class: 'block' }, h('h3', {}, title, hint && h('small', {}, hint)), kids);

/**
 * One of several, as a row of buttons.
 * @template {string} T
 * @param {string} label @param {[T, Kids, Kids?][]} options @param {T} value @param {(v: T) => void} set
 */
export const segments = (label, options, value, set) =>
  h(
    'div',
    { class: 'seg', role: 'radiogroup', 'aria-label': label },
    options.map(([v, text, sub]) =>
      h(
        'button',
        {
          type: 'button',
          role: 'radio',
          'aria-checked': String(v === value),
          class: v === value ? 'on' : '',
          data: { value: v },
          on: { click: () => set(v) },
        },
        text,
        sub && h('small', {}, sub),
      ),
    ),
  );
