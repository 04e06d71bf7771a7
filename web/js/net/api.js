// What is asked over HTTP: games, sheets, new matches, one's own matches.
import { Refused } from './socket.js';

/** @typedef {import('../types').About} About */
/** @typedef {import('../types').SheetView} Printed */
/** @typedef {import('../shapes').Links} Links */
/** @typedef {import('../shapes').Summary} Summary */

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
async function ask(path, body) {
  const how =
    body === undefined
      ? undefined
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(path, how);
  const text = await answer.text();
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(text.trim() || `the server answered ${answer.status}`);
  }
  if (!answer.ok || value.error) throw new Refused(value.error ?? { code: 'failed', message: text });
  return value.ok ?? value;
}

/** The games, and who plays them. @returns {Promise<{ games: About[], players: string[] }>} */
export async function games() {
  const { games: list, players } = await ask('/api/games');
  return { games: list, players: players ?? [] };
}

/** @param {string} game @param {string} scenario @returns {Promise<Printed>} */
export const sheet = (game, scenario) =>
  ask(`/api/sheet?game=${encodeURIComponent(game)}&scenario=${encodeURIComponent(scenario)}`);

/** @typedef {{ republican: string, nationalist: string }} Takers `me`, `link`, `computer:greedy`, … */

/**
 * @param {{ game: string, scenario: string, options: Record<string, boolean>, dice: string, seats: Takers }} what
 * @returns {Promise<{ match: string, links: Links }>}
 */
export const start = (what) => ask('/api/matches', what);

/** @param {string} save @param {Takers} seats @returns {Promise<{ match: string, links: Links }>} */
export const load = (save, seats) => ask('/api/matches/load', { save, seats });

/** @param {string} token @param {number} point @returns {Promise<{ match: string, links: Links }>} */
export const branch = (token, point) => ask('/api/matches/branch', { token, point });

/** @param {string[]} tokens @returns {Promise<Summary[]>} */
export const mine = async (tokens) => (tokens.length ? (await ask('/api/mine', { tokens })).games : []);

/** Gives a link up; the match goes too, if nobody else plays in it. @param {string} token @returns {Promise<{ deleted: boolean }>} */
export const forget = (token) => ask('/api/forget', { token });

/** The secret part of a link. @param {string} link */
export const tokenOf = (link) => link.split('#')[1] ?? link;
