// Pictures of the maps, drawn from the sheets when there is time.
import { sheet } from '../net/api.js';
import { drawMap } from '../map/index.js';

/** @type {Map<string, Promise<SVGSVGElement | null>>} */
const drawn = new Map();
let n = 0;

/** Waits until the page has nothing better to do. */
const idle = () =>
  new Promise((done) =>
    'requestIdleCallback' in window ? requestIdleCallback(done, { timeout: 1500 }) : setTimeout(done, 60),
  );

/** @param {string} game @param {string} scenario */
async function draw(game, scenario) {
  try {
    const printed = await sheet(game, scenario);
    await idle();
    const { picture } = drawMap(printed.sheet.map, { id: `thumb${n++}`, thumb: true });
    picture.setAttribute('preserveAspectRatio', 'xMidYMid slice');
    picture.removeAttribute('width');
    picture.removeAttribute('height');
    return picture;
  } catch {
    return null; // a game without a picture can still be played
  }
}

/** @param {string} game @param {string} scenario @returns {Promise<SVGSVGElement | null>} a picture of its own */
export async function mapPicture(game, scenario) {
  const key = `${game}/${scenario}`;
  const known = drawn.get(key);
  if (known) {
    // the same picture again: what it defines is already on the page
    const copy = (await known)?.cloneNode(true);
    return copy instanceof SVGSVGElement ? copy : null;
  }
  const fresh = draw(game, scenario);
  drawn.set(key, fresh);
  return fresh;
}
