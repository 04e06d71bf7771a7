// My games, kept by the browser: the secret links of the seats I took.
import { hex } from '../lib/sha256.js';
import { tokenOf } from './api.js';

/**
 * @typedef {object} Mine
 * @property {string} token the link I play with
 * @property {import('../shapes').Links} links all links I was given, to hand out
 * @property {boolean} cover is the screen covered when secrets change hands?
 * @property {number} at when I last opened it, in milliseconds
 */

const KEY = 'frente.games';
const MOST = 60;

/** @returns {Mine[]} */
export function all() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter((m) => typeof m?.token === 'string') : [];
  } catch {
    return [];
  }
}

/** @param {Mine[]} list */
function keep(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST)));
  } catch {
    // a browser that keeps nothing still plays; the address of the page is the link
  }
}

/** @param {string} token @returns {Mine | null} */
export const known = (token) => all().find((m) => m.token === token) ?? null;

/** @param {string} token @param {Partial<Mine>} [more] */
export function remember(token, more = {}) {
  const old = known(token) ?? { token, links: {}, cover: false, at: 0 };
  keep([{ ...old, ...more, at: Date.now() }, ...all().filter((m) => m.token !== token)]);
}

/** @param {string} token */
export const forget = (token) => keep(all().filter((m) => m.token !== token));

/** Shares of a browser that keeps nothing: it adds to the dice as long as its page is open. @type {Map<string, string>} */
const drawn = new Map();

/**
 * What this browser adds to a match's dice: drawn once, and kept. Another one for each person who was left out of the dice, and no more:
 * nobody can ask for shares until he likes what comes of them.
 * @param {string} token @param {number} leftOut how many were left out @returns {string}
 */
export function share(token, leftOut) {
  const key = `frente.share.${token}${leftOut ? `.${leftOut}` : ''}`;
  const fresh = drawn.get(key) ?? hex(crypto.getRandomValues(new Uint8Array(32)));
  drawn.set(key, fresh);
  try {
    const kept = localStorage.getItem(key);
    if (kept) return kept;
    localStorage.setItem(key, fresh);
  } catch {
    // see above
  }
  return fresh;
}

/** The link to play with, of those a new match gives: my own seat, or the spectators'. @param {import('../shapes').Links} links @param {'republican' | 'nationalist' | null} seat */
export function ownToken(links, seat) {
  const link = (seat && links[seat]) ?? links.republican ?? links.nationalist ?? links.spectator ?? '';
  return tokenOf(link);
}
