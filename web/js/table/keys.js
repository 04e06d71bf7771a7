// The keyboard: everything can be done without a pointer.

/**
 * @typedef {object} KeyActions
 * @property {(dx: number, dy: number) => void} pan @property {(factor: number) => void} zoom @property {() => void} fit
 * @property {() => void} main @property {() => void} end @property {() => void} stay @property {() => void} undo @property {() => void} escape
 * @property {(letter: string) => boolean} layer @property {() => void} log @property {() => void} rules @property {() => void} keys
 * @property {(step: number) => void} replay @property {(n: number) => void} choose @property {(text: string) => boolean} goto
 * @property {() => void} find @property {() => void} pane @property {(back: boolean) => boolean} walk from nowhere to the first thing on the map
 */

const STEP = 90;
/** How long a second figure of a hex number is waited for, in milliseconds. */
const PATIENCE = 550;

/** @param {KeyActions} act @param {HTMLElement} view */
export function listenToKeys(act, view) {
  let typed = '';
  let timer = 0;

  const settle = () => {
    if (typed.length === 1) act.choose(Number(typed));
    typed = '';
  };
  /** @param {string} digit */
  const figure = (digit) => {
    clearTimeout(timer);
    typed += digit;
    if (typed.length >= 3 && act.goto(typed)) typed = '';
    else timer = window.setTimeout(settle, typed.length === 1 ? PATIENCE : 1500);
  };

  /** @type {Record<string, () => void>} */
  const plain = {
    '+': () => act.zoom(1.25),
    '=': () => act.zoom(1.25),
    '-': () => act.zoom(0.8),
    Enter: act.main,
    Escape: act.escape,
    ' ': act.stay,
    e: act.end,
    u: act.undo,
    l: act.log,
    r: act.rules,
    '?': act.keys,
    '[': () => act.replay(-1),
    ']': () => act.replay(1),
    '/': act.find,
    F6: act.pane,
  };
  /** @type {Record<string, () => void>} */
  const arrows = {
    ArrowLeft: () => act.pan(STEP, 0),
    ArrowRight: () => act.pan(-STEP, 0),
    ArrowUp: () => act.pan(0, STEP),
    ArrowDown: () => act.pan(0, -STEP),
  };

  addEventListener('keydown', (e) => {
    const target = e.target instanceof HTMLElement ? e.target : null;
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]')) return;
    if (target?.matches('input:not([type=range]), select, textarea')) return;
    if (e.key === 'Tab') {
      // everywhere else Tab does what it always does
      if (e.target === document.body && act.walk(e.shiftKey)) e.preventDefault();
      return;
    }
    const onButton = target?.matches('button, a, [role=button], summary');
    if ((e.key === 'Enter' || e.key === ' ') && onButton) return;
    if (e.key === 'Enter' && target?.matches('[role=option]')) return;
    if (/^\d$/.test(e.key)) {
      // among the lists a figure is a choice, at once; on the map it may begin the number of a place
      if (target?.closest('.panel') && !typed && e.key !== '0') act.choose(Number(e.key));
      else if (e.key === '0' && !typed) act.fit();
      else figure(e.key);
      e.preventDefault();
      return;
    }
    const free = !(e.target instanceof Element) || e.target === document.body || view.contains(e.target);
    const run = plain[e.key] ?? plain[e.key.toLowerCase()] ?? (free ? arrows[e.key] : undefined);
    if (run) run();
    else if (!(e.key.length === 1 && act.layer(e.key.toLowerCase()))) return;
    e.preventDefault();
  });
}
