// What can be chosen, lit on the map: reach, rings, targets, arrows, the path under the pointer.
import { arrow, litCounter, litPlace, pathLayer, reachLayers, spotlight } from '../board/overlays.js';

/** @typedef {import('../types').ChoiceView} Choice */
/** @typedef {import('../shapes').Point} Point */
/** @typedef {import('./offers.js').Offers} Offers */
/** @typedef {import('../board/board.js').Board} Board */

/** So many places are tinted, not ringed. */
const MANY = 24;

/** @param {Choice} c */
const isMove = (c) => c.kind !== 'target' && ((c.left ?? null) !== null || (c.path?.length ?? 0) > 1);

/** @param {Board} board @param {Offers} offers @param {import('../types').FightView | null} fight @param {string | null} asked a choice that waits for a yes */
export function light(board, offers, fight, asked = null) {
  board.clear('reach', 'lit', 'path');
  const { geometry, layer } = board;
  /** @type {Map<string, import('../board/overlays.js').Reached>} */
  const reach = new Map();
  const wide = offers.places.size > MANY; // dashes round dozens of places are noise: a tint says the same
  for (const [place, list] of offers.places) {
    if (!geometry.has(place)) continue;
    const best = list.reduce((a, b) => ((b.left ?? -1) > (a.left ?? -1) ? b : a));
    if (isMove(best) || (wide && best.kind !== 'target'))
      reach.set(place, { left: best.left ?? null, text: best.left_text ?? '', stop: best.stop });
    else layer.lit.append(litPlace(geometry, place, best.kind === 'target' ? 'aim' : 'possible'));
  }
  const layers = reachLayers(geometry, reach, new Set([...board.piles.values()].map((p) => p.place)));
  layer.reach.append(layers.under);
  /** @type {Set<string>} */
  const ringed = new Set();
  const ring = (/** @type {string} */ id, /** @type {'possible' | 'selected'} */ state) => {
    const pile = board.byPiece.get(id);
    const at = geometry.kind === 'hexes' && pile ? board.topOf(pile) : board.counterAt(id);
    if (!at || !pile || ringed.has(`${pile.key}${state}`)) return;
    if (geometry.kind === 'hexes') ringed.add(`${pile.key}${state}`);
    layer.lit.append(litCounter(at, state, pile.units[0].side, geometry.kind === 'areas' ? 20 : 33));
  };
  for (const id of offers.pieces.keys()) if (!fight?.attackers.includes(id)) ring(id, 'possible');
  for (const id of offers.movers) if (id !== offers.mover) ring(id, 'possible');
  if (offers.mover) ring(offers.mover, 'selected');
  for (const id of offers.group) ring(id, 'selected');
  if (asked) for (const id of offers.pieces.keys()) ring(id, 'selected');
  layer.lit.append(layers.over);
}

/** Attackers lean away from their target so that the arrow covers no factor. @param {Board} board @param {import('../types').FightView | null} fight @param {(id: string) => string | null} placeOf @returns {Map<string, Point>} */
export function leaning(board, fight, placeOf) {
  /** @type {Map<string, Point>} */
  const out = new Map();
  if (!fight?.target || board.geometry.kind !== 'hexes' || !board.geometry.has(fight.target)) return out;
  const to = board.geometry.centre(fight.target);
  for (const id of fight.attackers) {
    const place = placeOf(id);
    if (!place || place === fight.target || !board.geometry.has(place)) continue;
    const from = board.geometry.centre(place);
    const far = Math.hypot(from[0] - to[0], from[1] - to[1]) || 1;
    out.set(place, [(7 * (from[0] - to[0])) / far, (7 * (from[1] - to[1])) / far]);
  }
  return out;
}

/** Arrows of the combat at hand. @param {Board} board @param {import('../types').FightView | null} fight */
export function drawFight(board, fight) {
  board.clear('fight', 'arrows');
  if (!fight) return;
  const { geometry, layer } = board;
  const places = new Set();
  for (const id of fight.attackers) {
    const pile = board.byPiece.get(id);
    if (!pile || !fight.target || pile.place === fight.target || places.has(pile.place)) continue;
    places.add(pile.place);
    if (geometry.kind === 'hexes') layer.fight.append(litPlace(geometry, pile.place, 'selected'));
    const area = geometry.kind === 'areas';
    const at = geometry.centre(pile.place);
    const to = geometry.centre(fight.target);
    const far = Math.hypot(at[0] - to[0], at[1] - to[1]) > geometry.radius * 2; // fire over the heads of others
    const how = area ? { start: 40, stop: 26, width: 14 } : { start: 29, stop: 21, width: far ? 4 : 9.5 };
    // counters in areas lie side by side: there the arrow goes under them
    (area ? layer.arrows : layer.fight).append(arrow(area ? at : pile.at, to, how));
  }
  if (fight.target && geometry.has(fight.target))
    layer.fight.prepend(litPlace(geometry, fight.target, 'target'));
}

/** The choice under the pointer: its path or its place. @param {Board} board @param {Choice | null} choice */
export function pointAt(board, choice) {
  board.clear('path');
  if (!choice) return;
  const { geometry, layer } = board;
  if (choice.kind !== 'piece' && choice.place && geometry.has(choice.place)) {
    layer.path.append(litPlace(geometry, choice.place, choice.kind === 'target' ? 'target' : 'hover'));
  }
  if ((choice.path?.length ?? 0) > 1) {
    const path = pathLayer(geometry, choice.path ?? []);
    if (path) layer.path.append(path);
  }
  if (choice.kind === 'piece' && choice.piece) {
    const at = board.counterAt(choice.piece);
    if (at)
      layer.path.append(
        litCounter(
          at,
          'hover',
          board.byPiece.get(choice.piece)?.units[0].side ?? null,
          geometry.kind === 'areas' ? 20 : 33,
        ),
      );
  }
}

/** Shows where an event happened. @param {Board} board @param {{ pieces: string[], places: string[] } | null} event */
export function spot(board, event) {
  board.clear('spot');
  if (!event) return;
  const places = event.places.filter((p) => board.geometry.has(p));
  if (places.length > 1) {
    const path = pathLayer(board.geometry, places, 'past');
    if (path) board.layer.spot.append(path);
  }
  const ends = places.length > 1 ? [places[places.length - 1]] : places;
  for (const place of ends) board.layer.spot.append(spotlight(board.geometry.centre(place)));
  if (!places.length) {
    for (const id of event.pieces) {
      const at = board.counterAt(id);
      if (at) board.layer.spot.append(spotlight(at));
    }
  }
}
