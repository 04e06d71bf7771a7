// The keyboard's place survives a redrawing: what stood there stands there again, or something near it.

const CAN = 'button, a[href], input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';
const REGIONS = '.banner, .map-tools, .tray-slot, .panel, .log-column, .dock, .popover';

/** What tells an element from the others of its region. @param {Element} el */
const nameOf = (el) =>
  [
    el.tagName,
    ...['data-tab', 'data-row', 'data-line', 'data-piece', 'aria-label', 'data-point'].map(
      (a) => el.getAttribute(a) ?? '',
    ),
    el.hasAttribute('aria-label') ? '' : (el.textContent ?? '').slice(0, 40),
  ].join('|');

/**
 * Does something that redraws the page, and puts the focus back where it was if the page has lost it.
 * @param {() => void} redraw @param {HTMLElement} otherwise where it goes if there is nothing like it any more
 */
export function keepFocus(redraw, otherwise) {
  const held = document.activeElement;
  const region = held && held !== document.body ? held.closest(REGIONS) : null;
  const name = held && region ? nameOf(held) : '';
  const at = region && held ? [...region.querySelectorAll(CAN)].indexOf(held) : -1;
  const had = !!held && held !== document.body;
  redraw();
  if (!had || (document.activeElement && document.activeElement !== document.body)) return;
  const all = region?.isConnected ? [...region.querySelectorAll(CAN)] : [];
  const shown = all.filter((el) => el instanceof HTMLElement && el.offsetParent !== null);
  const again = shown.find((el) => nameOf(el) === name) ?? shown[Math.max(0, Math.min(at, shown.length - 1))];
  const goal = again instanceof HTMLElement ? again : otherwise;
  goal.focus({ preventScroll: true });
  if (document.activeElement === document.body) otherwise.focus({ preventScroll: true });
}
