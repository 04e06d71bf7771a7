// Two element makers and a few small tools. Everything on the page is made with these.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {import('../shapes').Kid} Kid
 * @typedef {import('../shapes').Kids} Kids
 * @typedef {Record<string, any>} Attributes `on`: listeners, `data`: dataset, `style`: CSS properties (set through the object
 *   model, which a strict content security policy allows), `text`: text content; everything else is an attribute.
 */

/**
 * @template {Element} E
 * @param {E} el
 * @param {Attributes | null | undefined} attributes
 * @param {Kids[]} kids
 * @returns {E}
 */
function fill(el, attributes, kids) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    const node = /** @type {HTMLElement} */ (/** @type {unknown} */ (el));
    if (name === 'on')
      for (const [type, listener] of Object.entries(value)) el.addEventListener(type, listener);
    else if (name === 'data') Object.assign(node.dataset, value);
    else if (name === 'style')
      for (const [key, v] of Object.entries(value)) node.style.setProperty(key, String(v));
    else if (name === 'text') el.textContent = String(value);
    else el.setAttribute(name, value === true ? '' : String(value));
  }
  add(el, kids);
  return el;
}

/**
 * Appends children, skipping what is absent.
 * @param {Element} el
 * @param {Kids[]} kids
 */
export function add(el, kids) {
  for (const kid of kids) {
    if (Array.isArray(kid)) add(el, kid);
    else if (typeof kid === 'number') el.append(String(kid));
    else if (kid) el.append(kid);
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {...Kids} kids
 * @returns {HTMLElementTagNameMap[T]}
 */
export const h = (tag, attributes, ...kids) => fill(document.createElement(tag), attributes, kids);

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {...Kids} kids
 * @returns {SVGElementTagNameMap[T]}
 */
export const s = (tag, attributes, ...kids) => fill(document.createElementNS(SVG, tag), attributes, kids);

/** What was last drawn into an element. @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/** Fills an element anew, if what it shows is not what it showed. @param {Element} el @param {unknown} shows plain data @param {() => Node[]} make */
export function redraw(el, shows, make) {
  const key = JSON.stringify(shows);
  if (drawn.get(el) === key) return;
  drawn.set(el, key);
  el.replaceChildren(...make());
}

/** @param {number} x a number for a path: one decimal */
export const r1 = (x) => Math.round(x * 10) / 10;
/** @param {import('../shapes').Point} p */
export const pt = ([x, y]) => `${r1(x)} ${r1(y)}`;
/** @param {number} x */
export const percent = (x) => `${(100 * x).toFixed((x > 0 && x < 0.0995) || (x > 0.99 && x < 1) ? 1 : 0)}%`;
/** @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
/** @param {number} n @param {string} word */
export const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {string} key */
export const words = (key) => key.replace(/[-_]/g, ' ');

/** @param {string | null | undefined} side */
export const sideName = (side) =>
  side === 'republican'
    ? 'Republican'
    : side === 'nationalist'
      ? 'Nationalist'
      : side
        ? capital(side)
        : 'Nobody';

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
/** No room for everything: a small laptop, a phone. */
export const narrow = () => innerWidth <= 1180 || small();
/** A phone or a small tablet held upright. */
export const upright = () => matchMedia('(max-width: 900px) and (orientation: portrait)').matches;
/** A phone. */
export const small = () => innerWidth <= 900 || innerHeight <= 500;
