// Light or dark: as the system says, or as was chosen here.
import { iconButton } from '../panel/bits.js';

const KEY = 'frente.theme';
const root = document.documentElement;

function wanted() {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept === 'light' || kept === 'dark') return kept;
  } catch {
    // nothing kept: the system decides
  }
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function applyTheme() {
  root.dataset.theme = wanted();
  matchMedia('(prefers-color-scheme: dark)').addEventListener(
    'change',
    () => (root.dataset.theme = wanted()),
  );
}

export const themeButton = () =>
  iconButton('theme', 'Light or dark', () => {
    root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem(KEY, root.dataset.theme);
    } catch {
      // only for this visit then
    }
  });
