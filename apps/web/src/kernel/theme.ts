import { createStore, useStore } from './store.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const key = 'theme';
const system = () => matchMedia('(prefers-color-scheme: dark)');

/**
 * A partner sets the theme of an embedded page in its address; the script in the page's head reads the same parameter.
 */
function namedChoice(): ThemeChoice | undefined {
  if (!location.pathname.startsWith('/embedded/')) return undefined;
  const named = new URLSearchParams(location.search).get('theme');
  return named === 'light' || named === 'dark' || named === 'system' ? named : undefined;
}

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(key);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

const store = createStore<ThemeChoice>('system');

export const useTheme = (): ThemeChoice => useStore(store);

export function watchTheme(): void {
  store.set(namedChoice() ?? storedChoice());
  system().addEventListener('change', applyTheme);
}

export function chooseTheme(choice: ThemeChoice): void {
  store.set(choice);
  rememberTheme();
  applyTheme();
}

export function rememberTheme(): void {
  try {
    localStorage.setItem(key, store.get());
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

function applyTheme(): void {
  const choice = store.get();
  const dark = choice === 'dark' || (choice === 'system' && system().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
