// Tables beside the map, tracks, and the forces of both sides.
import { h, plural, sideName } from '../lib/dom.js';
import { picture, describe } from '../pieces/counter.js';
import { block, ruleLink } from './bits.js';
import { resultsTable } from './odds.js';

/** @typedef {import('../pieces/units.js').Unit} Unit */

/** @param {string} source */
const sourceNote = (source) =>
  /^\d|^[a-z]\d/i.test(source) && source !== 'reconstructed'
    ? [h('span', {}, 'from '), ruleLink(source)]
    : source || null;

/** @param {import('../types').View} view */
export const tracksView = (view) =>
  view.tracks.map((t) =>
    block(
      t.title,
      t.note,
      t.spaces.length > 0 &&
        h(
          'ol',
          { class: 'ladder' },
          t.spaces.map((space, i) =>
            h('li', { class: i === t.at ? 'now' : '', 'aria-current': i === t.at ? 'true' : null }, space),
          ),
        ),
    ),
  );

/** @param {import('../types').TableSheet[]} tables @param {import('../types').OddsView | null} odds */
export function tablesView(tables, odds) {
  if (!tables.length) return [h('p', { class: 'block plain-text' }, 'This game prints no table.')];
  return tables.map((t) =>
    block(
      t.title,
      sourceNote(t.source),
      resultsTable(t, odds),
      t.notes.map((n) => h('p', { class: 'table-note' }, n)),
    ),
  );
}

/**
 * Who is on the map and who is not.
 * @param {Unit[]} units @param {[string, string][]} titles what boxes off the map are called
 * @param {(place: string) => boolean} onMap @param {(unit: Unit) => void} show
 */
export function forcesView(units, titles, onMap, show) {
  const title = new Map(titles);
  /** @param {Unit[]} list */
  const roster = (list) =>
    h(
      'div',
      { class: 'roster' },
      list.map((u) =>
        h(
          'button',
          {
            type: 'button',
            title: `${describe(u)}${u.place ? ` · ${u.place}` : ''}`,
            on: { click: () => show(u) },
          },
          picture(u, 42),
        ),
      ),
    );
  const parts = /** @type {HTMLElement[]} */ ([]);
  for (const side of ['republican', 'nationalist']) {
    const own = units.filter((u) => u.side === side);
    const here = own.filter((u) => onMap(u.place));
    parts.push(block(sideName(side), `${plural(here.length, 'unit')} on the map`, roster(here)));
    const boxes = [...new Set(own.filter((u) => !onMap(u.place)).map((u) => u.place))].sort();
    for (const box of boxes) {
      const list = own.filter((u) => u.place === box);
      parts.push(
        block(`${sideName(side)}: ${title.get(box) ?? 'Off the map'}`, String(list.length), roster(list)),
      );
    }
  }
  return parts;
}
