import { useLayoutEffect } from 'react';
import { brand } from './brand.ts';
import { createStore, useStore } from './store.ts';

const title = createStore('');

/** Names the page that is shown: the heading of its area and the title of the window follow. */
export function usePage(name: string): void {
  useLayoutEffect(() => {
    title.set(name);
    document.title = `${name} · ${brand.name}`;
  }, [name]);
}

export const usePageTitle = (): string => useStore(title);

/** After a page change a reader starts at the heading, not where the last page was left. */
export const focusHeading = (): void =>
  document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
