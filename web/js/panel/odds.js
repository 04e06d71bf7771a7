// Strengths, modifiers and exact chances of a combat, with the table's column lit.
import { h, percent, signed } from '../lib/dom.js';
import { ruleLink } from './bits.js';

/** @typedef {import('../types').OddsView} OddsView */
/** @typedef {import('../types').TableSheet} TableSheet */

/** @param {string} text a column head, without the differences of typography */
const plain = (text) => text.replace(/\s+/g, '').replace(/[−–]/g, '-').toLowerCase();

/** A column head that fits: `+12..+14` and `+11+12` on two lines, `15 or more` as a sign. @param {string} text */
function head(text) {
  const short = text
    .replace(/^(.*) or less$/, '≤ $1')
    .replace(/^(.*) or more$/, '≥ $1')
    .replace(/-(?=\d)/g, '−');
  const [from, to] = short.split(/\.\.|…|(?<=^[+−]\d+) ?(?=[+−]\d+$)/);
  return to ? [from, h('br'), to] : short;
}

/** A table whose rows are only dice, where it also has others: what the odds need of it. @param {TableSheet} table @returns {TableSheet} */
function diceOnly(table) {
  const rows = table.rows.filter(([label]) => /^[≤≥]?[-−]?\d+([-–]\d+)?$/.test(label));
  return rows.length ? { ...table, rows } : table;
}

/** @param {TableSheet} table @param {OddsView | null} odds @param {boolean} [narrow] squeezed into the panel instead of scrolling in it */
export function resultsTable(table, odds, narrow = false) {
  /** @type {Map<number, number>} */
  const lit = new Map();
  for (const [name, chance] of odds?.columns ?? []) {
    const i = table.columns.findIndex((c) => plain(c) === plain(name));
    if (i > 0) lit.set(i, (lit.get(i) ?? 0) + chance);
  }
  const weight = (/** @type {number} */ i) =>
    lit.has(i) ? { class: 'lit', style: { '--w': (0.25 + 0.75 * (lit.get(i) ?? 0)).toFixed(2) } } : {};
  return h(
    'div',
    { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': table.title },
    h(
      'table',
      { class: `crt ${table.columns.length > 8 ? (narrow ? 'narrow' : 'wide') : ''}` },
      h('caption', { class: 'sr' }, table.title),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          table.columns.map((c, i) => h('th', { scope: 'col', ...weight(i), title: c }, head(c))),
        ),
      ),
      h(
        'tbody',
        {},
        table.rows.map((cells) =>
          h(
            'tr',
            {},
            cells.map((cell, i) =>
              i
                ? h('td', weight(i), table.columns.length > 8 ? head(cell) : cell)
                : h('th', { scope: 'row' }, cell),
            ),
          ),
        ),
        lit.size > 1 &&
          h(
            'tr',
            { class: 'share' },
            table.columns.map((_, i) => h('td', {}, lit.has(i) ? percent(lit.get(i) ?? 0) : '')),
          ),
      ),
    ),
  );
}

/** How the column is found, line by line. @param {OddsView} odds */
export function ledger(odds) {
  const rows = (/** @type {string} */ account) => odds.items.filter((i) => i.account === account);
  const sum = (/** @type {string} */ account) => rows(account).reduce((t, i) => t + i.value, 0);
  /** @param {string} account @param {string} title @param {boolean} signs */
  const part = (account, title, signs) =>
    rows(account).length > 0 && [
      rows(account).map((i) =>
        h(
          'tr',
          { class: i.value ? '' : 'nil' },
          h('td', {}, i.text),
          h(
            'td',
            { class: `by ${signs ? (i.value > 0 ? 'plus' : i.value < 0 ? 'minus' : '') : ''}` },
            signs ? signed(i.value) : i.value,
          ),
          h('td', {}, ruleLink(i.rule)),
        ),
      ),
      !signs &&
        h('tr', { class: 'sum' }, h('td', {}, title), h('td', { class: 'by' }, sum(account)), h('td', {})),
    ];
  const columns = odds.columns.length === 1 ? odds.columns[0][0] : '';
  return h(
    'table',
    { class: 'ledger' },
    h('caption', { class: 'sr' }, 'How the column is found'),
    h(
      'tbody',
      {},
      part('attack', 'Attack', false),
      part('defence', 'Defence', false),
      part('shift', 'Shifts', true),
      part('die', 'Die', true),
      part('intensity', 'Intensity', true),
      part('dice', 'Dice', true),
      columns &&
        h(
          'tr',
          { class: 'sum column' },
          h('td', {}, 'Column'),
          h('td', { class: 'by', colspan: 2 }, columns),
        ),
      // what is only said: what the account assumes, and what is reckoned apart from it
      rows('note').map((i) =>
        h(
          'tr',
          { class: 'note' },
          h('td', {}, i.text),
          h('td', { class: 'by' }, i.value ? signed(i.value) : ''),
          h('td', {}, ruleLink(i.rule)),
        ),
      ),
    ),
  );
}

/** @param {OddsView} odds @param {OddsView | null} whatIf */
function headline(odds, whatIf) {
  const total = (/** @type {OddsView} */ o, /** @type {string} */ tone) =>
    o.results.filter((r) => r.tone === tone).reduce((t, r) => t + r.probability, 0);
  const figure = (/** @type {string} */ tone, /** @type {string} */ text, big = false) => {
    const now = total(odds, tone);
    const then = whatIf ? total(whatIf, tone) : now;
    return h(
      'span',
      { class: `${big ? 'big' : ''} ${tone}` },
      h('b', {}, percent(now), whatIf && Math.abs(then - now) > 1e-9 && h('i', {}, ` → ${percent(then)}`)),
      h('small', {}, text),
    );
  };
  return h(
    'div',
    { class: 'headline' },
    figure('good', 'good for the attacker', true),
    figure('even', 'even'),
    figure('bad', 'good for the defender'),
  );
}

/** @param {OddsView} odds */
function chart(odds) {
  const most = Math.max(...odds.results.map((r) => r.probability), 0.01);
  return h(
    'div',
    { class: 'chart', role: 'list', 'aria-label': 'Exact chances of each result' },
    odds.results.map((r) =>
      h(
        'div',
        { class: `bar ${r.tone}`, role: 'listitem', title: `${r.meaning}: ${r.weight} in ${r.total}` },
        h('code', {}, r.result),
        h(
          'span',
          { class: 'track' },
          h('i', { style: { width: `${((100 * r.probability) / most).toFixed(1)}%` } }),
          h('small', {}, r.meaning),
        ),
        h('b', {}, percent(r.probability)),
      ),
    ),
  );
}

/**
 * @param {OddsView} odds @param {TableSheet[]} tables @param {string} title
 * @param {OddsView | null} [whatIf] the odds after the choice pointed at
 */
export function oddsPanel(odds, tables, title, whatIf = null) {
  const table = tables.find((t) => t.key === odds.table);
  return h(
    'section',
    { class: 'block odds' },
    h('h3', {}, title, h('small', {}, odds.imagined ? `over ${odds.imagined} imagined deals` : 'exact')),
    headline(odds, whatIf),
    ledger(odds),
    table && resultsTable(diceOnly(table), odds, true),
    chart(odds),
  );
}
