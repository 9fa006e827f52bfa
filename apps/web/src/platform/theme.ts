import { createStore, useStore } from './store.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'theme';
const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/**
 * A partner sets the theme of an embedded page in its address; the script in the page's head reads the same parameter.
 */
function requestedTheme(): ThemeChoice | undefined {
  if (!location.pathname.startsWith('/embedded/')) return undefined;
  const named = new URLSearchParams(location.search).get('theme');
  return named === 'light' || named === 'dark' || named === 'system' ? named : undefined;
}

function readStoredTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

const themeStore = createStore<ThemeChoice>('system');

export const useTheme = (): ThemeChoice => useStore(themeStore);

export function initTheme(): void {
  themeStore.set(requestedTheme() ?? readStoredTheme());
  prefersDark().addEventListener('change', applyTheme);
}

export function chooseTheme(choice: ThemeChoice): void {
  themeStore.set(choice);
  storeTheme();
  applyTheme();
}

export function storeTheme(): void {
  try {
    localStorage.setItem(storageKey, themeStore.get());
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

function applyTheme(): void {
  const choice = themeStore.get();
  const dark = choice === 'dark' || (choice === 'system' && prefersDark().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
