// Where on the map one looks: the board opens on the decision and keeps it in sight.
import { small } from '../lib/dom.js';

/**
 * @typedef {object} Scene what there is to look at
 * @property {import('../board/board.js').Board} board @property {import('./session.js').Session} session
 * @property {import('./hand.js').Hand} hand @property {import('./pieces.js').Pieces} pieces
 * @property {() => string | null} target the place attacked @property {() => number} below how much of the board's foot is covered
 */

/** What the tools at the map's edge take of it. */
const TOOLS = 56;

/**
 * The middle of the window in which most of the points lie; of several, that which they lie in most evenly.
 * @param {import('../shapes').Point[]} points @param {number} w half its width @param {number} h half its height
 * @returns {import('../shapes').Point}
 */
function crowd(points, w, h) {
  let best = points[0];
  let most = 0;
  for (const [x, y] of points) {
    const inside = points.filter(([px, py]) => Math.abs(px - x) < w - 60 && Math.abs(py - y) < h - 60);
    if (inside.length <= most) continue;
    most = inside.length;
    const sum = inside.reduce((s, p) => [s[0] + p[0], s[1] + p[1]], [0, 0]);
    best = [sum[0] / most, sum[1] / most];
  }
  return best;
}

export class Camera {
  /** Where one was before the map went to see something. @type {import('../board/panzoom.js').Place | null} */
  #left = null;
  /** Did the player move the map himself since? */
  #taken = false;
  /** The turn last looked at. */
  #turn = -1;

  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
  }

  /** The whole map. */
  fit() {
    this.scene.board.fit(true, this.scene.below());
  }

  /** Opens the board where the decision is, counters large enough to read: where most of what it is about can be seen at once. */
  open(soft = false) {
    const { board, pieces } = this.scene;
    const lying = pieces.all.map((u) => u.place).filter((place) => board.geometry.has(place));
    const asked = this.#places();
    const about = asked.length ? asked : lying;
    const frame = board.frame(about, 150);
    const settingUp = this.scene.session.state?.view.turn === 0;
    if (!frame || (settingUp && !asked.length)) {
      board.fit(false, this.scene.below());
      return;
    }
    const view = board.view.getBoundingClientRect();
    const pad = [8, 8, this.scene.below() + 8, small() ? 8 : TOOLS];
    const [wide, high] = [view.width - pad[1] - pad[3], view.height - pad[0] - pad[2]];
    const fits = Math.min(wide / (frame.x1 - frame.x0), high / (frame.y1 - frame.y0));
    const least = settingUp ? 0.5 : small() ? 0.7 : board.geometry.kind === 'areas' ? 1.1 : 0.8;
    const k = Math.max(least, Math.min(1.15, fits));
    const [w, h] = [wide / k / 2, high / k / 2];
    const middle = /** @type {import('../shapes').Point} */ ([
      (frame.x0 + frame.x1) / 2,
      (frame.y0 + frame.y1) / 2,
    ]);
    const points = [...about, ...lying].map((place) => board.geometry.centre(place));
    const [x, y] = fits >= least ? middle : crowd(points, w, h);
    board.panzoom.show({ x0: x - w, x1: x + w, y0: y - h, y1: y + h }, { max: k, pad, soft });
  }

  /** Goes where something happens, and remembers where one was. @param {string[]} places */
  visit(places) {
    const { board } = this.scene;
    const there = places.filter((place) => board.geometry.has(place));
    if (!there.length || there.every((place) => board.sees(place, this.scene.below()))) return;
    const { x, y, k, wanted } = board.panzoom;
    if (this.#left && !wanted) this.#taken = true; // the player has moved the map himself: it stays with him
    if (this.#taken) return;
    this.#left ??= { x, y, k };
    board.reveal(there, { bottom: this.scene.below() });
  }

  /** Back to where one was before going to see. */
  home() {
    if (this.#left && !this.#taken) this.scene.board.panzoom.goTo(this.#left);
    this.#left = null;
    this.#taken = false;
  }

  /** Places the decision is about. */
  #places() {
    const { board, hand, pieces } = this.scene;
    const { offers } = hand;
    const lying = [...offers.pieces.keys(), ...offers.movers].map((id) => pieces.placeOf(id) ?? '');
    const target = this.scene.target() ?? '';
    return [...offers.places.keys(), ...lying, target].filter((p) => board.geometry.has(p));
  }

  /** Keeps the decision in sight. @param {boolean} own did this page act? */
  follow(own) {
    if (document.body.classList.contains('dragging')) return; // the map stays under the hand
    const { board, session, hand, pieces } = this.scene;
    const turn = session.state?.view.turn ?? 0;
    const begins = this.#turn === 0 && turn > 0;
    this.#turn = turn;
    // set-up is over: from the whole map to where it begins, unless the player looks somewhere by his own choice
    if (begins && board.panzoom.wanted) {
      this.open(true);
      return;
    }
    const about = this.scene.target() ?? pieces.placeOf(hand.offers.mover);
    const bottom = this.scene.below();
    if (about && board.geometry.has(about)) {
      if (own || session.decides) board.reveal([about], { bottom });
      return;
    }
    // where nothing that can be chosen is in sight, the map goes there
    const asked = session.decides ? this.#places() : [];
    if (asked.length && !asked.some((place) => board.sees(place, bottom))) this.open(true);
  }
}
