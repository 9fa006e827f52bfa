import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
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

/** Whether the visitor has gone from one page to another; the first page keeps the focus where the browser puts it. */
export const moves = { any: false };

/** The heading that a reader starts at after a page change, instead of where the last page was left. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    if (moves.any && path !== undefined) heading.current?.focus({ preventScroll: true });
  }, [path]);
  return heading;
}
