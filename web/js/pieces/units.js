// From the sheet's counters and the view's pieces to what a counter shows. Colours of formations are chosen here, once a game.

/** @typedef {import('../types').PieceSheet} PieceSheet */
/** @typedef {import('../types').PieceView} PieceView */
/** @typedef {import('../types').Side} Side */

/**
 * @typedef {object} Unit what a counter shows
 * @property {string | null} id null face down
 * @property {Side | null} side
 * @property {string} place where it lies: a place of the map or a box
 * @property {string} body class of the body's colour
 * @property {string} band colour of the formation
 * @property {boolean} darkBand
 * @property {import('../types').Symbol} symbol
 * @property {string} size
 * @property {string} top short name
 * @property {string} formation short formation
 * @property {string} label name in full
 * @property {string} factors
 * @property {number} steps
 * @property {number} most steps at full strength
 * @property {boolean} reduced
 * @property {boolean} star
 * @property {boolean} pale has it done its work?
 * @property {string[]} tags marks on it
 * @property {import('../types').TagLook[]} discs those of them that are shown by a disc
 * @property {string} words everything, for the screen reader
 */

/** Bands that stand out on light (Republican) and dark (Nationalist) bodies. */
const BANDS = {
  republican: [
    '#2a7f86',
    '#b5392c',
    '#d9a520',
    '#7a4f9a',
    '#4f7d39',
    '#d06a2c',
    '#3c5fa8',
    '#7f7f7f',
    '#1f1f1f',
    '#a8577e',
    '#8fae5a',
    '#5f4a33',
  ],
  nationalist: [
    '#e8e2d2',
    '#c8553d',
    '#e2b93b',
    '#8fc0d8',
    '#6f9d4e',
    '#a03a5e',
    '#17191d',
    '#c9a46a',
    '#b0b7c2',
    '#d98a5b',
    '#7fb8a4',
    '#b79ad0',
  ],
};

/** @param {string} colour */
function dark(colour) {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
  return r * 0.3 + g * 0.59 + b * 0.11 < 140;
}

export class Roster {
  /** @param {PieceSheet[]} pieces @param {Record<string, import('../types').TagLook>} tags how marks are shown */
  constructor(pieces, tags) {
    this.tags = tags;
    /** @type {Map<string, PieceSheet>} */
    this.sheets = new Map(pieces.map((p) => [p.id, p]));
    /** @type {Map<string, string>} */
    this.bands = new Map();
    for (const side of /** @type {Side[]} */ (['republican', 'nationalist'])) {
      const formations = [...new Set(pieces.filter((p) => p.side === side).map((p) => p.formation))].filter(
        Boolean,
      );
      formations.forEach((f, i) => this.bands.set(`${side} ${f}`, BANDS[side][i % BANDS[side].length]));
    }
  }

  /** @param {PieceView} piece @returns {Unit} */
  unit(piece) {
    const sheet = piece.id === null ? undefined : this.sheets.get(piece.id);
    const side = piece.side ?? sheet?.side ?? null;
    const place = piece.place ?? piece.box ?? '';
    const marks = sheet?.marks ?? [];
    const look = sheet?.look;
    const own = look && look.body !== 'plain' ? look.body : null;
    const tags = piece.tags.filter((t) => !marks.includes(t));
    const looks = tags.map((t) => this.tags[t] ?? { disc: 'shown' });
    const band =
      this.bands.get(`${side} ${sheet?.formation}`) ?? (side === 'nationalist' ? '#9fb0c6' : '#b9d69b');
    const formation = sheet?.formation ?? '';
    return {
      id: sheet ? piece.id : null,
      side,
      place,
      body: own ?? (side === 'nationalist' ? 'nat' : side ? 'rep' : 'none'),
      band,
      darkBand: dark(band),
      symbol: look?.symbol ?? 'infantry',
      size: look?.size ?? '',
      top: look?.short ?? '',
      formation: formation.length <= 5 ? formation : '',
      label: sheet?.name ?? '',
      factors: piece.factors,
      steps: piece.steps,
      most: Math.max(sheet?.steps ?? 1, piece.steps),
      reduced: piece.reduced,
      star: look?.star ?? false,
      pale: piece.tags.some((t) => this.tags[t]?.disc === 'pale'),
      tags,
      discs: looks.filter(({ disc }) => disc !== 'shown' && disc !== 'pale'),
      words: piece.name || sheet?.name || 'unknown unit',
    };
  }

  /** A counter as printed, lying nowhere. @param {string} id @returns {Unit | null} */
  printed(id) {
    const sheet = this.sheets.get(id);
    if (!sheet) return null;
    return this.unit({
      id,
      side: sheet.side,
      place: null,
      box: null,
      factors: sheet.front,
      steps: sheet.steps,
      reduced: false,
      tags: [],
      name: sheet.name,
    });
  }
}
