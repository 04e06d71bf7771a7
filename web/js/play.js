// The table's page: joins the match whose secret stands in the address, and shows it.
import { h } from './lib/dom.js';
import { applyTheme } from './lib/theme.js';
import { notice } from './help/dialog.js';
import { listenForRules } from './help/rules.js';
import * as mine from './net/mine.js';
import { Refused } from './net/socket.js';
import { showDiffers } from './table/differs.js';
import { TablePage } from './table/page.js';
import { Session } from './table/session.js';

applyTheme();
listenForRules();

/** @type {TablePage | null} */
let page = null;
/** @type {HTMLElement | null} */
let down = null;

/** @param {string} title @param {string} text */
function message(title, text) {
  document.body.className = 'message';
  document.body.replaceChildren(
    h(
      'main',
      {},
      h('h1', {}, title),
      h('p', {}, text),
      h('a', { class: 'btn primary', href: '/' }, 'All games'),
    ),
  );
}

/** @param {Error} error */
function failed(error) {
  const problem = error instanceof Refused ? error.problem : null;
  if (!page || problem?.code === 'bad-token' || problem?.code === 'unknown-match') {
    const known = problem?.code === 'bad-token' || problem?.code === 'unknown-match';
    message(known ? 'No such seat' : 'The table could not be set up', error.message);
    return;
  }
  if (problem?.code === 'stale') notice('Too late: meanwhile the game went on.', { tone: 'bad' });
  else notice(error.message, { tone: 'bad', rule: problem?.rule });
}

const UPLOADED =
  'This match comes from a file. Whoever had the file may know everything that was secret in it; the dice are new from here on.';

const LEFT_OUT =
  'The dice of this match are made without your share: it was waited for, or given up. Nobody can prove to you that they were not chosen.';

/** @param {string} token */
function open(token) {
  let warned = false;
  const session = new Session(token, {
    changed: (entries, own) => {
      if (!page && session.printed) {
        mine.remember(token);
        page = new TablePage(session, session.printed);
        page.read = session.chat.length;
        if (session.uploaded && session.you.length < 2) notice(UPLOADED, { ms: 30_000 });
      }
      if (session.ownShare?.left_out && !warned) {
        warned = true;
        notice(LEFT_OUT, { ms: 30_000 });
      }
      page?.update(entries, own);
      showDiffers(session);
    },
    seated: () => {
      page?.draw();
      showDiffers(session);
    },
    thinking: (text) => {
      if (!page) return;
      page.thinking = text;
      if (!session.decides) page.draw();
    },
    line: (up) => {
      down?.remove();
      down = up ? null : notice('The connection broke. Trying again…', { tone: 'bad', ms: 3_600_000 });
    },
    failed,
    gone: () => message('This game was deleted', 'Its log and its links are gone.'),
  });
}

const token = location.hash.slice(1);
addEventListener('hashchange', () => location.reload());
if (token) open(token);
else message('No game here', 'A table is opened by its link. Start a game, or ask for the link again.');
