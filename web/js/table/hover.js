// The card that says what a place is, what would happen there, and why not.
import { h, capital, plural, words } from '../lib/dom.js';
import { describe } from '../pieces/counter.js';
import { ruleLink } from '../panel/bits.js';

/** @typedef {import('../types').ChoiceView} Choice */

/** Names of places and what is printed in them. */
export class Gazetteer {
  /** @param {import('../types').MapSheet} map */
  constructor(map) {
    /** @type {Map<string, { name: string, facts: string, source: string }>} */
    this.places = new Map();
    if (map.kind === 'hexes') {
      for (const c of map.hexes) {
        const about = [
          c.terrain,
          ...(c.features ?? []),
          c.elevation ? `level ${c.elevation}` : '',
          c.points ? plural(c.points, 'point') : '',
        ];
        const facts = [...new Set(about.filter(Boolean).map(words))].join(', ');
        this.places.set(c.id, { name: c.name ?? '', facts: capital(facts), source: c.source });
      }
    } else {
      for (const a of map.areas) {
        const facts = [a.kind, ...a.facts.map(([k, v]) => `${words(k)} ${v}`)].join(', ');
        this.places.set(a.id, { name: a.name, facts: capital(facts), source: a.source });
      }
      for (const b of map.boxes) this.places.set(b.id, { name: b.name, facts: 'Off the map', source: '' });
    }
  }

  /** @param {string} id */
  name(id) {
    const place = this.places.get(id);
    return place?.name ? `${place.name} ${id}` : id;
  }
}

export class HoverCard {
  el = h('div', { class: 'hex-info empty', 'aria-live': 'polite' });
  #asked = 0;
  #timer = 0;

  /** @param {Gazetteer} gazetteer @param {(place: string) => Promise<{ text: string, rule: string | null } | null>} why */
  constructor(gazetteer, why) {
    this.gazetteer = gazetteer;
    this.why = why;
  }

  /** @param {string | null} id @param {import('../board/board.js').Pile[]} piles @param {Choice | null} choice @param {boolean} ask is "why not?" a question now? */
  show(id, piles, choice, ask) {
    clearTimeout(this.#timer);
    const turn = ++this.#asked;
    const place = id ? this.gazetteer.places.get(id) : null;
    this.el.classList.toggle('empty', !place);
    if (!id || !place) {
      this.el.replaceChildren(); // what it said may be a secret by now
      return;
    }
    const units = piles.flatMap((p) => p.units);
    const more = h('em');
    if (choice) {
      more.append(
        choice.stop
          ? 'Must stop here'
          : choice.left_text !== undefined
            ? `${choice.left_text} movement points left`
            : choice.text,
      );
      if (choice.price) more.append(h('strong', {}, ` ${choice.price}`));
      const link = ruleLink(choice.rule);
      if (link) more.append(' ', link);
    } else if (ask) {
      this.#timer = window.setTimeout(async () => {
        const why = await this.why(id).catch(() => null);
        if (turn !== this.#asked || !why) return;
        more.className = 'no';
        more.append(why.text, ' ', ruleLink(why.rule) ?? '');
      }, 90);
    }
    this.el.replaceChildren(
      h('b', {}, this.gazetteer.name(id)),
      h('span', {}, place.facts),
      ...(units.length
        ? [
            h(
              'span',
              { class: 'units' },
              units.length > 3 ? `${units.length} units` : units.map(describe).join('; '),
            ),
          ]
        : []),
      more,
    );
  }
}
