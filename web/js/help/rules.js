// A rule id opens the rule's statement; the whole reference can be read and searched.
import { h } from '../lib/dom.js';
import { openDialog } from './dialog.js';

/** @typedef {import('../types').Reference} Reference */

/** @type {Reference | null} */
let reference = null;
/** @type {HTMLElement | null} */
let card = null;

/** @param {Reference} rules */
export function useRules(rules) {
  reference = rules;
}

/** The section an id belongs to: the longest section number it starts with. @param {string} id */
function sectionOf(id) {
  const fits = (reference?.section ?? []).filter(
    (sec) => id === sec.id || (id.startsWith(sec.id) && !/^\d/.test(id.slice(sec.id.length))),
  );
  return fits.sort((a, b) => b.id.length - a.id.length)[0] ?? null;
}

/** What stands under an id. @param {string} id */
function statement(id) {
  if (!reference) return [h('p', {}, 'The rules are not loaded.')];
  const rule = reference.rule.find((r) => r.id === id);
  if (rule) return [h('p', {}, rule.text)];
  const ruling = reference.ruling?.find((r) => r.id === id);
  if (ruling) {
    return [
      h('p', { class: 'question' }, ruling.question),
      h('p', {}, ruling.answer),
      h('p', { class: 'why' }, ruling.why),
    ];
  }
  const example = reference.example?.find((r) => r.id === id);
  if (example) return [h('p', {}, example.text)];
  const under = reference.rule.filter((r) => sectionOf(r.id)?.id === id);
  if (under.length) return under.slice(0, 8).map((r) => h('p', {}, h('b', {}, `${r.id} `), r.text));
  return [h('p', {}, 'The reference has no statement under this id.')];
}

function closeCard() {
  card?.remove();
  card = null;
}

/** @param {HTMLElement} link */
function openCard(link) {
  closeCard();
  const id = link.dataset.rule ?? '';
  const section = sectionOf(id);
  card = h(
    'div',
    { class: 'rule-card', role: 'dialog', 'aria-label': `Rule ${id}` },
    h('b', {}, `Rule ${id}`),
    section && h('span', { class: 'section' }, section.title),
    statement(id),
    h('button', { type: 'button', class: 'more', on: { click: () => openRules(id) } }, 'Open in the rules'),
  );
  (link.closest('dialog') ?? document.body).append(card);
  const at = link.getBoundingClientRect();
  const left = Math.max(8, Math.min(innerWidth - card.offsetWidth - 8, at.right - card.offsetWidth));
  const below = at.bottom + card.offsetHeight + 10 <= innerHeight;
  card.style.left = `${left}px`;
  card.style.top = `${below ? at.bottom + 6 : Math.max(6, at.top - card.offsetHeight - 6)}px`;
}

/** The whole reference, with a search field. @param {string} [at] the id to show */
export function openRules(at = '') {
  closeCard();
  const rules = reference;
  if (!rules) return;
  const search = h('input', {
    type: 'search',
    placeholder: 'Search the rules',
    'aria-label': 'Search the rules',
  });
  const list = h('div', { class: 'rules-list', tabindex: 0, role: 'region', 'aria-label': 'All rules' });
  const draw = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hit = (/** @type {string} */ text) => words.every((w) => text.toLowerCase().includes(w));
    const parts = rules.section.map((section) => {
      const own = (/** @type {{ id: string }} */ r) => sectionOf(r.id)?.id === section.id;
      const statements = rules.rule.filter((r) => own(r) && hit(`${r.id} ${r.text}`));
      const examples = (rules.example ?? []).filter((r) => own(r) && hit(`${r.id} ${r.text}`));
      const rulings = (rules.ruling ?? []).filter((r) => own(r) && hit(`${r.id} ${r.question} ${r.answer}`));
      if (words.length && !statements.length && !examples.length && !rulings.length) return null;
      return h(
        'section',
        { data: { id: section.id } },
        h('h3', {}, h('small', {}, section.id), section.title),
        statements.map((r) => h('p', { data: { id: r.id } }, h('b', {}, r.id), r.text)),
        examples.map((r) =>
          h(
            'p',
            { class: 'example', data: { id: r.id } },
            h('b', {}, r.id),
            h('em', {}, 'Example. '),
            r.text,
          ),
        ),
        rulings.map((r) =>
          h(
            'p',
            { class: 'ruling', data: { id: r.id } },
            h('b', {}, r.id),
            h('em', {}, `Ruling. ${r.question} `),
            r.answer,
            h('small', {}, r.why),
          ),
        ),
      );
    });
    list.replaceChildren(...parts.filter((p) => p !== null));
    if (!list.childElementCount) list.append(h('p', {}, 'Nothing found.'));
  };
  search.addEventListener('input', draw);
  draw();
  const dialog = openDialog('Rules', 'rules', search, list);
  const goal = at && [...list.querySelectorAll('[data-id]')].find((el) => el.getAttribute('data-id') === at);
  if (goal) {
    goal.classList.add('found');
    goal.scrollIntoView({ block: 'center' });
  } else search.focus();
  return dialog;
}

/** Listens for clicks on rule ids anywhere on the page. */
export function listenForRules() {
  addEventListener('click', (e) => {
    const target = e.target instanceof Element ? e.target : null;
    const link = target?.closest('.rule');
    if (link instanceof HTMLElement) openCard(link);
    else if (!target?.closest('.rule-card')) closeCard();
  });
  addEventListener('keydown', (e) => e.key === 'Escape' && closeCard());
}
