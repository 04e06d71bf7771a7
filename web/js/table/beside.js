// The log beside the map, all the time: on screens that are wide enough, unless the player puts it away.
import { h } from '../lib/dom.js';
import { iconButton } from '../panel/bits.js';
import { logView } from '../panel/log.js';
import { logHooks } from './tabs.js';

/** So many entries stand beside the map; all of them are in the tab. */
const RECENT = 120;
const KEY = 'frente.log-beside';
const WIDE = '(min-width: 1700px)';

export class LogBeside {
  el = h('aside', { class: 'log-column', 'aria-label': 'What happened' });
  /** What stands there. */
  #drawn = '';

  /** @param {import('./page.js').TablePage} page */
  constructor(page) {
    this.page = page;
    this.wide = matchMedia(WIDE);
    this.wide.addEventListener('change', () => this.draw());
  }

  /** Does the player want it? */
  get on() {
    try {
      return localStorage.getItem(KEY) !== 'no';
    } catch {
      return true;
    }
  }

  /** @param {boolean} on */
  set(on) {
    try {
      localStorage.setItem(KEY, on ? 'yes' : 'no');
    } catch {
      // a browser that keeps nothing shows it as the screen is
    }
    this.draw();
  }

  /** Draws what has changed since. */
  draw() {
    const shown = this.wide.matches && this.on;
    document.body.classList.toggle('log-beside', shown);
    const { session, replay } = this.page;
    const entries = session.entries.filter((e) => e.point < replay.point).slice(-RECENT);
    const key = shown
      ? `${entries[0]?.point} ${entries[entries.length - 1]?.point} ${entries.length} ${session.seat}`
      : '';
    if (key === this.#drawn) return;
    this.#drawn = key;
    if (!shown) {
      this.el.replaceChildren();
      return;
    }
    const scroll = h('div', { class: 'scroll', tabindex: 0 }, logView(entries, logHooks(this.page)));
    this.el.replaceChildren(
      h(
        'header',
        {},
        h('h2', {}, 'Log'),
        iconButton('close', 'Put the log away', () => this.set(false)),
      ),
      scroll,
    );
    scroll.scrollTop = scroll.scrollHeight;
  }
}
