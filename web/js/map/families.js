// Which kind of ground a terrain is drawn as, and which sign a feature gets. Games name their terrain as their rulebooks do.

/** @typedef {'clear' | 'hill' | 'mountain' | 'forest' | 'sea' | 'out'} Family */

/** @type {Record<string, Family>} */
const FAMILY = {
  hill: 'hill',
  hills: 'hill',
  rough: 'hill',
  heights: 'hill',
  mountain: 'mountain',
  mountains: 'mountain',
  forest: 'forest',
  trees: 'forest',
  wood: 'forest',
  woods: 'forest',
  sea: 'sea',
  nonplayable: 'out',
  'not-in-play': 'out',
};

/** @param {string} terrain @returns {Family} */
export const family = (terrain) => FAMILY[terrain] ?? 'clear';

/** @param {import('../types').HexCell} cell @param {RegExp} what */
export const hasFeature = (cell, what) => (cell.features ?? []).some((f) => what.test(f));

/** @param {import('../types').HexCell} cell @returns {'city' | 'town' | 'village' | null} */
export function settlement(cell) {
  if (cell.terrain === 'city' || hasFeature(cell, /^city$/)) return 'city';
  if (cell.terrain === 'town' || hasFeature(cell, /^(town|locality)$/)) return 'town';
  return hasFeature(cell, /^village$/) ? 'village' : null;
}

/** @param {import('../types').HexCell} cell */
export const isHeight = (cell) => hasFeature(cell, /vertex|heights|peak/);
/** @param {import('../types').HexCell} cell */
export const isPass = (cell) => hasFeature(cell, /^pass$/);
/** @param {import('../types').HexCell} cell */
export const isObjective = (cell) => cell.points > 0 || hasFeature(cell, /objective/);
/** A road leaves the sheet here. @param {import('../types').HexCell} cell */
export const leavesSheet = (cell) => hasFeature(cell, /edge|exit|entry|supply/);

/** The kind a line is drawn as. @param {string} kind */
export function lineKind(kind) {
  if (/^rail/.test(kind)) return 'railroad';
  if (/trail|path|track/.test(kind)) return 'trail';
  return 'road';
}

/** What a named set of hexes is, so that it can be drawn. @param {string} name @returns {'front' | 'entry' | 'supply' | 'objective' | 'other'} */
export function zoneKind(name) {
  if (/^entry/.test(name)) return 'entry';
  if (/suppl/.test(name)) return 'supply';
  if (/objective/.test(name)) return 'objective';
  if (/front|-side$|^republican$/.test(name)) return 'front';
  return 'other';
}

/** @param {string} name @returns {import('../types').Side | null} */
export const sideIn = (name) =>
  /republican/.test(name) ? 'republican' : /nationalist/.test(name) ? 'nationalist' : null;
