// The board of a combat: who attacks whom, who else could, what of the own hand can be played now.
import { h, s } from '../lib/dom.js';
import { describe, picture } from '../pieces/counter.js';
import { icon } from '../pieces/icons.js';

/** @typedef {import('../pieces/units.js').Unit} Unit */
/** @typedef {import('../types').ChoiceView} Choice */

/** More secret choices than this stand in the list only. */
const ROOM = 6;

/** A piece that takes part or could. @typedef {{ unit: Unit, on: boolean, choice: Choice | null }} Part */

/** @param {Part} part @param {(part: Part) => void} toggle @param {(part: Part | null) => void} point */
const piece = (part, toggle, point) =>
  h(
    part.choice || part.on ? 'button' : 'span',
    {
      type: 'button',
      class: `piece ${part.on ? 'on' : ''}`,
      'aria-pressed': String(part.on),
      title: part.choice ? part.choice.text : describe(part.unit),
      data: { piece: part.unit.id ?? '' },
      on: {
        click: () => toggle(part),
        mouseenter: () => point(part),
        mouseleave: () => point(null),
        focus: () => point(part),
        blur: () => point(null),
      },
    },
    picture(part.unit, 46),
    h('span', {}, part.unit.factors.split(/[-–]/)[0], h('small', {}, part.unit.place)),
  );

/**
 * @param {{ title: string, parts: Part[], target: string, sub: string, defenders: Unit[], secrets: Choice[], hand: import('../types').HandView[],
 *   toggle: (part: Part) => void, point: (part: Part | null) => void, choose: (c: Choice) => void }} how
 */
export function tray({ title, parts, target, sub, defenders, secrets, hand, toggle, point, choose }) {
  return h(
    'div',
    { class: 'tray', role: 'group', 'aria-label': 'Combat' },
    parts.length > 0 &&
      h(
        'div',
        { class: 'tray-part attackers' },
        h('h2', {}, title, h('small', {}, parts.some((p) => !p.on) ? 'click to add' : '')),
        h(
          'div',
          { class: 'pieces' },
          parts.map((p) => piece(p, toggle, point)),
        ),
      ),
    h(
      'div',
      { class: 'tray-arrow', 'aria-hidden': 'true' },
      s(
        'svg',
        { viewBox: '0 0 40 30', width: 40, height: 30 },
        s('path', { d: 'M2 11H22V3L38 15L22 27V19H2Z' }),
      ),
    ),
    h(
      'div',
      { class: 'tray-part target' },
      h('h2', {}, target, h('small', {}, sub)),
      h(
        'div',
        { class: 'pieces' },
        defenders.map((u) =>
          h('span', { class: 'piece', title: describe(u) }, picture(u, 46), h('span', {}, u.factors)),
        ),
      ),
    ),
    (hand.length > 0 || secrets.length > 0) &&
      h(
        'div',
        { class: 'tray-part hand' },
        h(
          'h2',
          {},
          icon('lock'),
          'In secret',
          h('small', {}, secrets.length ? 'only you see this' : 'playable now'),
        ),
        h(
          'div',
          { class: 'slips' },
          secrets.length > ROOM
            ? h(
                'span',
                { class: 'slip idle' },
                h('b', {}, `${secrets.length} choices`),
                h('small', {}, 'in the list'),
              )
            : secrets.length
              ? secrets.map((c) =>
                  h(
                    'button',
                    {
                      type: 'button',
                      class: 'slip playable',
                      on: { click: () => choose(c) },
                      data: { line: c.line },
                    },
                    h('b', {}, c.text),
                  ),
                )
              : hand.map((x) =>
                  h(
                    'span',
                    { class: 'slip', title: x.text },
                    h('b', {}, x.count > 1 ? `${x.count} × ${x.title}` : x.title),
                    h('small', {}, x.text),
                  ),
                ),
        ),
      ),
  );
}
