// What holds for the whole map now: weather, morale and other tracks, in one line over the map.
import { capital, h } from '../lib/dom.js';
import { ruleLink } from './bits.js';

/** @typedef {import('../types').View} View */

/** @param {View['tracks'][number]} track */
function chip(track) {
  const { at, spaces } = track;
  const now = at === null ? '–' : capital(spaces[at] ?? '');
  return h(
    'span',
    {
      class: `status ${track.key}`,
      title: [`${track.title}: ${spaces.map(capital).join(' · ')}`, track.note].filter(Boolean).join('\n'),
      data: { track: track.key },
    },
    h('small', {}, track.title),
    h('b', {}, now),
    spaces.length > 2 &&
      h(
        'span',
        { class: 'dots', 'aria-hidden': 'true' },
        spaces.map((_, i) => h('i', { class: i === at ? 'now' : '' })),
      ),
  );
}

/** Tracks with spaces stand here; those that are only a sentence are under Tables. @param {View} view */
export const statusLine = (view) => view.tracks.filter((t) => t.spaces.length > 0).map(chip);

/** Why the phase cannot end yet, as the engine says it. @param {{ text: string, rule: string | null }} why */
export const blocked = (why) =>
  h(
    'span',
    { class: 'blocked' },
    h('b', {}, 'Cannot end yet. '),
    why.text.replace(` (${why.rule})`, ''), // the link says it
    ' ',
    ruleLink(why.rule),
  );
