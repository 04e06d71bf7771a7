// Layers about one piece, such as the range and line of sight of a gun: shown for the piece pointed at or at hand.
import { engineLayer } from '../board/overlays.js';

/** @typedef {import('../types').Overlay} Overlay */

/** Pause before a piece pointed at is asked about: the pointer only passes over most. */
const PAUSE = 60;

export class PieceLayers {
  #turn = 0;
  #timer = 0;
  /** The pieces asked about. */
  #shown = '';

  /**
   * @param {import('../board/board.js').Board} board
   * @param {() => string[]} keys layers that are on; `*` stands for the piece
   * @param {(key: string) => Promise<Overlay | null>} fetchLayer
   * @param {Record<string, import('../types').OverlayLook>} looks
   */
  constructor(board, keys, fetchLayer, looks) {
    this.looks = looks;
    this.board = board;
    this.keys = keys;
    this.fetchLayer = fetchLayer;
  }

  /** Shows what the engine has to say about the first of these pieces that it has something to say about. @param {string[]} pieces @param {boolean} [anew] the position has changed */
  show(pieces, anew = false) {
    const keys = this.keys();
    const asked = keys.length ? pieces : [];
    const same = JSON.stringify([keys, asked]);
    if (same === this.#shown && !anew) return;
    this.#shown = same;
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    if (!asked.length) {
      this.board.clear('about');
      return;
    }
    this.#timer = window.setTimeout(() => void this.#draw(turn, keys, asked), PAUSE);
  }

  /** @param {number} turn @param {string[]} keys @param {string[]} pieces */
  async #draw(turn, keys, pieces) {
    const about = keys.flatMap((key) => pieces.map((piece) => ({ key, piece })));
    const answers = await Promise.all(
      about.map(({ key, piece }) => this.fetchLayer(key.replace('*', piece)).catch(() => null)),
    );
    if (turn !== this.#turn) return;
    const first = answers.findIndex((overlay) => overlay && overlay.shades.length + overlay.lines.length > 0);
    const overlay = answers[first];
    this.board.clear('about');
    if (!overlay) return;
    const { key } = about[first];
    const layer = engineLayer(this.board.geometry, key, overlay, this.looks[key]?.shading);
    layer.dataset.piece = about[first].piece;
    this.board.layer.about.append(layer);
  }
}
