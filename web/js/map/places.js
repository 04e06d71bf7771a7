// What lies in a hex, as its signs say.

/** @typedef {import('../types').HexCell} HexCell */

/** How many houses. @param {HexCell} cell @returns {'city' | 'town' | 'village' | null} */
export const settlement = ({ signs }) =>
  signs.includes('city')
    ? 'city'
    : signs.includes('town')
      ? 'town'
      : signs.includes('village')
        ? 'village'
        : null;

/** @param {HexCell} cell */
export const isHeight = (cell) => cell.signs.includes('height');
/** @param {HexCell} cell */
export const isPass = (cell) => cell.signs.includes('pass');
/** @param {HexCell} cell */
export const isObjective = (cell) => cell.points > 0 || cell.signs.includes('objective');
