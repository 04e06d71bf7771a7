// Clicks and hovering on the map, turned into choices.
import { under } from './offers.js';

/** @typedef {import('./page.js').TablePage} TablePage */
/** @typedef {import('../types').ChoiceView} Choice */
/** @typedef {import('../shapes').Point} Point */
/** @typedef {import('../board/board.js').Pile} Pile */

export class Pointer {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    page.board.onhover = (place) => this.hover(place);
    page.board.onpick = (place, pile, piece, more) => this.pick(place, pile, piece, more);
  }

  /** @param {Choice[]} list @param {string} title @param {Point} at */
  #choose(list, title, at) {
    if (list.length === 1) this.page.hand.commit(list[0]);
    else this.page.popover.menu(at, title, list, ([c]) => this.page.hand.commit(c));
  }

  /** @param {string | null} place */
  #piles(place) {
    return [...this.page.board.piles.values()].filter((p) => p.place === place);
  }

  /** @param {string | null} place */
  hover(place) {
    const { page } = this;
    const live = !page.replay.past;
    const list = place && live ? (page.hand.offers.places.get(place) ?? []) : [];
    page.point(list[0] ?? null);
    const asking = live && page.session.decides && page.hand.offers.places.size > 0;
    page.pointedAt = this.#piles(place).flatMap((p) => p.units.flatMap((u) => u.id ?? []));
    page.showPieceLayers();
    page.hover.show(place, this.#piles(place), list[0] ?? null, asking && list.length === 0);
  }

  /** @param {string | null} place @param {Pile | null} pile @param {string | null} piece */
  pick(place, pile, piece, more = false) {
    const { page } = this;
    page.popover.close();
    if (more && pile && this.#takeAll(pile)) return;
    if (!page.replay.past && place && this.#act(place, pile, piece)) return;
    this.hover(place);
    const other = this.#instead(pile);
    if (other) void page.hand.takeInstead(other);
    else if (pile && place) this.#inspect(place, pile);
    else if (page.hand.held) void page.hand.putDown();
  }

  /** Those of a stack that can act together. @param {Pile} pile @returns {string[]} */
  #together(pile) {
    return pile.units.flatMap((u) => (u.id && this.page.hand.joins(u.id) ? [u.id] : []));
  }

  /** Shift and a click: the whole stack, beside what is in hand already. @param {Pile} pile @returns {boolean} */
  #takeAll(pile) {
    const ids = this.#together(pile);
    const { hand } = this.page;
    const others = hand.group.filter((id) => !ids.includes(id));
    if (others.length + ids.length < 2) {
      if (ids.length !== 1) return false;
      void hand.toggle(ids[0]);
      return true;
    }
    void hand.takeTogether([...others, ...ids]);
    return true;
  }

  /** One's own piece that could be taken instead of the one in hand. @param {Pile | null} pile @returns {string | null} */
  #instead(pile) {
    const { hand, session, pieces, shown } = this.page;
    const mover = hand.offers.mover ? pieces.unit(hand.offers.mover) : null;
    const unit = pile?.units.length === 1 ? pile.units[0] : null;
    if (!hand.held || !mover || shown.view.fight || !unit?.id) return null;
    return unit.side === mover.side && unit.id !== mover.id && session.decides ? unit.id : null;
  }

  /** Does what the click means, if it means anything. @param {string} place @param {Pile | null} pile @param {string | null} piece */
  #act(place, pile, piece) {
    const { page } = this;
    const { offers } = page.hand;
    const here = offers.places.get(place) ?? [];
    const able = (pile?.units ?? []).filter(
      (u) => u.id && (offers.pieces.has(u.id) || offers.movers.includes(u.id)),
    );
    if (piece && piece === offers.mover && !able.length && !here.length) {
      void page.hand.putDown();
      return true;
    }
    if (here.length && !able.length) {
      this.#choose(here, page.gazetteer.name(place), page.board.geometry.centre(place));
      return true;
    }
    // in areas every counter can be pointed at; in a stack of several the stack is opened first
    const inArea = page.board.geometry.kind === 'areas';
    const unit = inArea
      ? able.find((u) => u.id === piece)
      : able.length === 1 && !here.length
        ? able[0]
        : undefined;
    if (!unit?.id) return false;
    const own = under(offers, null, unit.id);
    if (own.length) this.#choose(own, unit.label, pile?.at ?? [0, 0]);
    else page.hand.pickUp(unit.id);
    return true;
  }

  /** A piece taken by itself, out of whatever stack it lies in. @param {string} id */
  take(id) {
    const { page } = this;
    const pile = page.board.byPiece.get(id);
    const own = page.hand.offers.pieces.get(id) ?? [];
    if (own.length) this.#choose(own, page.pieces.units.get(id)?.label ?? id, pile?.at ?? [0, 0]);
    else if (page.hand.offers.movers.includes(id)) page.hand.pickUp(id);
    else if (page.hand.offers.mover === id) page.back();
  }

  /** A piece that was dragged is let go over a place: as a click there; elsewhere it is put down, if the drag had picked it up. @param {string} id @param {string | null} place @param {boolean} picked */
  letGo(id, place, picked) {
    const { page } = this;
    const list = place && page.hand.offers.mover === id ? (page.hand.offers.places.get(place) ?? []) : [];
    if (place && list.length)
      this.#choose(list, page.gazetteer.name(place), page.board.geometry.centre(place));
    else {
      if (picked && page.hand.offers.mover === id) page.back();
      this.hover(place);
    }
  }

  /** @param {string} place @param {Pile} pile */
  #inspect(place, pile) {
    const { page } = this;
    const live = !page.replay.past;
    const about = page.gazetteer.places.get(place);
    page.popover.show([pile, ...this.#piles(place).filter((p) => p !== pile)], {
      title: about?.name || place,
      sub: about?.facts ?? '',
      choicesOf: (u) => (live && u.id ? (page.hand.offers.pieces.get(u.id) ?? []) : []),
      pickable: (u) => live && !!u.id && page.hand.offers.movers.includes(u.id),
      pick: (u) => u.id && page.hand.pickUp(u.id),
      choose: (list) => this.#choose(list, place, pile.at),
      here: live ? (page.hand.offers.places.get(place) ?? []) : [],
      together: live && !page.hand.group.length ? this.#together(pile) : [],
      takeTogether: (ids) => void page.hand.takeTogether(ids),
    });
  }
}
