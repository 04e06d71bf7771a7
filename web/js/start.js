// The start page's entry.
import { h } from './lib/dom.js';
import { applyTheme } from './lib/theme.js';
import { listenForRules } from './help/rules.js';
import * as api from './net/api.js';
import { StartPage } from './start/page.js';

applyTheme();
listenForRules();
try {
  const { games, players } = await api.games();
  new StartPage(games, players);
} catch (error) {
  document.body.replaceChildren(
    h('main', {}, h('h1', {}, 'Frente'), h('p', {}, /** @type {Error} */ (error).message)),
  );
}
