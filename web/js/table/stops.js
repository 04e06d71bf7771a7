// What can be chosen on the map, for the keyboard: Tab walks from unit to unit in reading order, Enter takes one.
import { s, pt } from '../lib/dom.js';
import { describe } from '../pieces/counter.js';
import { pieceAlone } from './offers.js';

/** @typedef {import('./page.js').TablePage} TablePage */
/** @typedef {import('../shapes').Point} Point */
/** @typedef {{ key: string, label: string, at: Point, size: number, point: () => void, take: () => void }} Stop */

/** So far apart two things stand in different lines. */
const LINE = 40;
/** Where so many places are lit they are somebody's reach, not things to walk through. */
const MANY = 24;

/** @param {Stop[]} stops */
function inReadingOrder(stops) {
  const line = (/** @type {Stop} */ x) => Math.floor(x.at[1] / LINE);
  return stops.sort((a, b) => line(a) - line(b) || a.at[0] - b.at[0]);
}

/** Pieces that can act now, and the places that are chosen as such. @param {TablePage} page @returns {Stop[]} */
function stopsOf(page) {
  const { board } = page;
  const { offers } = page.hand;
  const area = board.geometry.kind === 'areas';
  const ids = new Set([...offers.pieces.keys(), ...offers.movers, ...(offers.mover ? [offers.mover] : [])]);
  const units = [...ids].flatMap((id) => {
    const at = board.counterAt(id);
    const unit = page.pieces.units.get(id);
    if (!at || !unit) return [];
    return {
      key: id,
      label: `${describe(unit)}, ${page.gazetteer.name(unit.place)}`,
      at,
      size: area ? 20 : 33,
      point: () => page.point(offers.pieces.get(id)?.[0] ?? pieceAlone(id)),
      take: () => page.pointer.take(id),
    };
  });
  const goals = [...offers.places].filter(([place, list]) => board.geometry.has(place) && !list[0].piece);
  if (goals.length > MANY) return inReadingOrder(units);
  const places = goals.map(([place, list]) => ({
    key: place,
    label: list.map((c) => c.text).join('; '),
    at: board.geometry.centre(place),
    size: area ? 30 : 40,
    point: () => page.point(list[0]),
    take: () => page.pointer.pick(place, null, null),
  }));
  return inReadingOrder([...units, ...places]);
}

/** @param {TablePage} page @param {Stop} stop */
const draw = (page, stop) =>
  s('rect', {
    class: 'stop',
    tabindex: 0,
    role: 'button',
    'aria-label': stop.label,
    data: { stop: stop.key },
    transform: `translate(${pt(stop.at)})`,
    x: -stop.size,
    y: -stop.size,
    width: 2 * stop.size,
    height: 2 * stop.size,
    rx: 8,
    on: {
      focus: () => {
        stop.point();
        page.board.bring(stop.at, page.frame.tray.offsetHeight);
      },
      blur: () => page.point(null),
      keydown: (/** @type {KeyboardEvent} */ e) => {
        if (e.key !== 'Enter' && e.key !== ' ') return;
        e.preventDefault();
        e.stopPropagation();
        stop.take();
      },
    },
  });

/** Draws the stops anew; who stood on one stands on it again, or on the one that took its place. @param {TablePage} page */
export function drawStops(page) {
  const { stops: layer } = page.board.layer;
  const old = [...layer.children];
  const stood = old.findIndex((el) => el === document.activeElement);
  const key = old[stood]?.getAttribute('data-stop');
  const stops = stopsOf(page);
  layer.replaceChildren(...stops.map((stop) => draw(page, stop)));
  if (stood < 0) return;
  const again = stops.findIndex((x) => x.key === key);
  const at = again >= 0 ? again : Math.min(stood, stops.length - 1);
  const el = layer.children[at];
  if (el instanceof SVGElement) el.focus({ preventScroll: true });
  else page.board.view.focus({ preventScroll: true });
}

/** From nowhere, Tab goes to the first stop (Shift-Tab to the last). @param {TablePage} page @param {boolean} back @returns {boolean} is there one? */
export function enterMap(page, back = false) {
  const { stops: layer } = page.board.layer;
  const el = back ? layer.lastElementChild : layer.firstElementChild;
  if (el instanceof SVGElement) el.focus({ preventScroll: true });
  return !!el;
}

/** F6 goes from the map to the lists and back. @param {TablePage} page */
export function otherPane(page) {
  if (page.frame.panel.contains(document.activeElement)) {
    if (!enterMap(page)) page.board.view.focus({ preventScroll: true });
    return;
  }
  if (page.tab !== 'decide') page.open('decide');
  const { scroll } = page.frame;
  const goal = scroll.querySelector('.choices') ?? scroll.querySelector('.prompt .btn');
  if (goal instanceof HTMLElement) goal.focus();
}
