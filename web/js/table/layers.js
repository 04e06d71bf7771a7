// Layers over the map that can be switched on: hex numbers, where data are from, and those the engine offers.
import { h, s, r1 } from '../lib/dom.js';
import { engineLayer } from '../board/overlays.js';
import { icon } from '../pieces/icons.js';

/** @typedef {import('../board/board.js').Board} Board */

/** @typedef {{ key: string, text: string, sign: string, letter: string }} LayerTool */

export class Layers {
  /** @type {Set<string>} */
  on = new Set(['numbers']);

  /** @param {Board} board @param {import('../types').SheetView} printed @param {(key: string) => Promise<import('../types').Overlay | null>} fetchLayer */
  constructor(board, { sheet, looks }, fetchLayer) {
    this.looks = looks.overlays;
    this.board = board;
    this.sheet = sheet;
    this.fetchLayer = fetchLayer;
    /** @type {Set<string>} */
    const letters = new Set(['n', 'd', 'e', 'u', 'l', 'r']);
    /** @param {string} key */
    const letter = (key) => {
      const free = [...key].find((c) => !letters.has(c)) ?? '';
      letters.add(free);
      return free;
    };
    const hexes = sheet.map.kind === 'hexes';
    /** @type {LayerTool[]} */
    this.tools = [
      ...(hexes ? [{ key: 'numbers', text: 'Hex numbers', sign: 'numbers', letter: 'n' }] : []),
      ...sheet.overlays.map(([key, text]) => ({
        key,
        text,
        sign: looks.overlays[key]?.icon ?? 'layer',
        letter: letter(key),
      })),
      { key: 'sources', text: 'Where data are from', sign: 'sources', letter: 'd' },
    ];
    for (const [key] of sheet.overlays) if (key.includes('*')) this.on.add(key); // about a piece pointed at: in nobody's way
    this.bar = h(
      'div',
      { class: 'group overlays', role: 'group', 'aria-label': 'Layers' },
      this.tools.map((t) => this.#button(t)),
    );
  }

  /** @param {LayerTool} tool */
  #button(tool) {
    const side = ['republican', 'nationalist'].find((name) => tool.key.endsWith(name)) ?? '';
    return h(
      'button',
      {
        class: `ib ${side}`,
        type: 'button',
        'aria-label': tool.text,
        'aria-pressed': String(this.on.has(tool.key)),
        data: { layer: tool.key },
        on: { click: () => this.toggle(tool.key) },
      },
      icon(tool.sign),
      tool.letter && h('small', { class: 'letter', 'aria-hidden': 'true' }, tool.letter.toUpperCase()),
      h('span', { class: 'tip' }, tool.text, tool.letter && h('kbd', {}, tool.letter.toUpperCase())),
    );
  }

  /** @param {string} key */
  toggle(key) {
    if (this.on.has(key)) this.on.delete(key);
    else this.on.add(key);
    for (const el of this.bar.children) {
      if (el instanceof HTMLElement && el.dataset.layer === key)
        el.setAttribute('aria-pressed', String(this.on.has(key)));
    }
    return this.refresh();
  }

  /** @param {string} letter @returns {boolean} is there a layer with this key? */
  byLetter(letter) {
    const tool = this.tools.find((t) => t.letter === letter);
    if (tool) void this.toggle(tool.key);
    return !!tool;
  }

  /** Draws what is on again, as the position is now. */
  async refresh() {
    this.board.picture.classList.toggle('hide-numbers', !this.on.has('numbers'));
    const keys = this.sheet.overlays
      .map(([key]) => key)
      .filter((key) => this.on.has(key) && !key.includes('*'));
    const layers = await Promise.all(
      keys.map(async (key) => {
        const overlay = await this.fetchLayer(key).catch(() => null);
        return overlay ? engineLayer(this.board.geometry, key, overlay, this.looks[key]?.shading) : null;
      }),
    );
    const sources = this.on.has('sources') ? this.#sources() : null;
    this.board.layer.overlays.replaceChildren(...[...layers, sources].filter((l) => l !== null));
  }

  /** Layers about single pieces that are on. */
  aboutPieces() {
    return [...this.on].filter((key) => key.includes('*'));
  }

  /** What the rulebook fixes, and what is reconstructed. */
  #sources() {
    const { map } = this.sheet;
    const cells = map.kind === 'hexes' ? map.hexes : map.areas;
    const { geometry } = this.board;
    const layer = s('g', { class: 'overlay layer-sources' });
    for (const cell of cells) {
      if (cell.source === 'reconstructed') continue;
      const [x, y] = geometry.centre(cell.id);
      layer.append(
        s('path', { class: 'shade source-known', d: geometry.outline(cell.id, 2) }),
        s('text', {
          class: 'layer-note',
          x: r1(x),
          y: r1(y - geometry.radius * 0.34),
          'text-anchor': 'middle',
          text: `§ ${cell.source}`,
        }),
      );
    }
    return layer;
  }
}
