// Choices, sorted by how they are offered. Plain data: what the engine allows, grouped for a hand and a list.

/** @typedef {import('../types').ChoiceView} Choice */

/**
 * @typedef {object} Offers
 * @property {Choice[]} buttons @property {Choice[]} secrets
 * @property {Map<string, Choice[]>} pieces choices made by a click on a piece
 * @property {Map<string, Choice[]>} places choices made by a click on a place, for the piece at hand
 * @property {string[]} movers pieces that must be picked before their places are shown
 * @property {string | null} mover the piece at hand
 * @property {string[]} group pieces at hand that go the same way
 */

/**
 * Places are offered for one piece at a time: the one picked on the page, or the only one there is. What is done to a piece
 * where it lies is done by a click on the piece.
 * @param {Choice[]} choices @param {string | null} picked @param {(piece: string) => string | null} placeOf
 * @returns {Offers}
 */
export function sort(choices, picked, placeOf) {
  const onPiece = (/** @type {Choice} */ c) =>
    c.kind === 'piece' ||
    (c.kind === 'target' && !!c.piece && placeOf(c.piece) === (c.place ?? placeOf(c.piece)));
  const onPlaces = choices.filter(
    (c) => c.place && !onPiece(c) && c.kind !== 'button' && c.kind !== 'secret',
  );
  const movers = [...new Set(onPlaces.map((c) => c.piece ?? ''))].filter(Boolean);
  const loose = onPlaces.filter((c) => !c.piece);
  const mover = picked && movers.includes(picked) ? picked : movers.length === 1 ? movers[0] : null;
  const shown = [...loose, ...onPlaces.filter((c) => c.piece && c.piece === mover)];
  /** @type {Map<string, Choice[]>} */
  const places = new Map();
  for (const c of shown) places.set(c.place ?? '', [...(places.get(c.place ?? '') ?? []), c]);
  /** @type {Map<string, Choice[]>} */
  const pieces = new Map();
  for (const c of choices) {
    if (onPiece(c) && c.piece) pieces.set(c.piece, [...(pieces.get(c.piece) ?? []), c]);
  }
  const taken = new Set([...onPlaces, ...[...pieces.values()].flat()]);
  return {
    buttons: choices.filter((c) => !taken.has(c) && c.kind !== 'secret'),
    secrets: choices.filter((c) => c.kind === 'secret'),
    pieces,
    places,
    movers: movers.length > 1 ? movers : [],
    mover,
    group: [],
  };
}

/** Choices on a place or for a piece. @param {Offers} offers @param {string | null} place @param {string | null} piece @returns {Choice[]} */
export function under(offers, place, piece) {
  const own = piece ? (offers.pieces.get(piece) ?? []) : [];
  return own.length ? own : place ? (offers.places.get(place) ?? []) : [];
}

/** Where a list of places leads: the best first, then by number. @param {Choice[]} list */
export const inOrder = (list) =>
  [...list].sort(
    (a, b) =>
      Number(a.stop ?? false) - Number(b.stop ?? false) || (b.left ?? -1) - (a.left ?? -1) || a.n - b.n,
  );

/** Where several choices lead to one place, the way tells them apart. @param {Choice} c @param {Choice[]} list */
export function way(c, list) {
  const via = (c.path ?? []).slice(1, -1);
  const same = list.filter((x) => x.place === c.place && x.piece === c.piece && x.text === c.text);
  return same.length > 1 && via.length ? `by way of ${via.join(', ')}` : '';
}

/** Is this the choice that ends a phase or passes? @param {Choice} c */
export const ends = (c) => c.flow === 'ends';
/** Is this the choice that leaves a piece where it is? @param {Choice} c */
export const stays = (c) => c.flow === 'stays';
/** A piece to point at, with nothing to choose about it yet. @param {string} piece @returns {Choice} */
export const pieceAlone = (piece) => ({ n: 0, line: '', text: '', kind: 'piece', piece, stop: false });
