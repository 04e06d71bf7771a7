// One screen, two players: a sheet over everything while it changes hands.
import { h, sideName } from '../lib/dom.js';
import { brandMark } from '../pieces/icons.js';
import { button, emblem } from '../panel/bits.js';

/** @param {import('../types').Side} side @param {() => void} open */
export function coverSheet(side, open) {
  const other = side === 'republican' ? 'nationalist' : 'republican';
  const go = button(`I am the ${sideName(side)} player`, {
    cls: 'primary big',
    on: open,
    data: { main: '1' },
  });
  return h(
    'div',
    {
      class: `cover ${side}`,
      role: 'dialog',
      'aria-modal': 'true',
      'aria-label': 'The screen changes hands',
    },
    brandMark(64),
    h('p', { class: 'cover-title' }, emblem(side), `${sideName(side)} decides`),
    h('p', {}, `${sideName(other)}: hand over the screen and look away.`),
    go,
  );
}
