// What lies where: the pieces of the state shown, as counters on the board.
import { Roster } from '../pieces/units.js';
import { leaning } from './lights.js';

/** @typedef {import('../pieces/units.js').Unit} Unit */
/** @typedef {import('../types').View} View */

export class Pieces {
  /** Known pieces by id. @type {Map<string, Unit>} */
  units = new Map();
  /** All pieces, face down ones too. @type {Unit[]} */
  all = [];
  /** What was last drawn. */
  #drawn = '';

  /** @param {import('../board/board.js').Board} board @param {import('../types').SheetView} printed */
  constructor(board, { sheet, looks }) {
    this.board = board;
    this.roster = new Roster(sheet.pieces, looks.tags);
  }

  /** Has anything been drawn yet? */
  get drawn() {
    return this.#drawn !== '';
  }

  /** A piece as it lies, or as printed if it lies nowhere. @param {string} id @returns {Unit | null} */
  unit(id) {
    return this.units.get(id) ?? this.roster.printed(id);
  }

  /** Where a piece lies. @param {string | null} id @returns {string | null} */
  placeOf(id) {
    return this.units.get(id ?? '')?.place ?? null;
  }

  /** @param {View} view @param {string | null} mover the piece at hand lies on top of its stack */
  draw(view, mover) {
    const place = this.placeOf(mover);
    const stacked = view.pieces.filter((p) => p.place && p.place === place).length > 1;
    const top = stacked ? mover : null;
    const drawn = JSON.stringify([view.pieces, view.markers, view.fight, view.control, top]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.all = view.pieces.map((p) => this.roster.unit(p));
    this.units = new Map(this.all.flatMap((u) => (u.id ? [[u.id, u]] : [])));
    const lean = leaning(this.board, view.fight, (id) => this.placeOf(id));
    // the piece at hand lies on top; a leader below those he leads, so that their strength shows
    const height = (/** @type {Unit} */ u) => (u.id && u.id === top ? 2 : u.symbol === 'leader' ? 0 : 1);
    const order = [...this.all].sort((a, b) => height(a) - height(b));
    this.board.setPieces(order, view.markers, lean);
    this.board.paintControl(view.control);
  }
}
