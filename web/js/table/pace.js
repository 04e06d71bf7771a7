// The computer's pace.
import { h } from '../lib/dom.js';

/** How long the computer waits between two decisions, set where one sees it. @param {import('./session.js').Session} session */
export function paceSlider(session) {
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: 3000,
    step: 100,
    value: session.pace,
    'aria-label': 'Pause between two decisions of the computer',
    on: { change: () => void session.setPace(Number(slider.value)) },
  });
  return h('label', { class: 'pace' }, 'Pause', slider);
}
