import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { brand } from '../brand.ts';
import { createStore, useStore } from '../store.ts';

const pageTitle = createStore('');

export function useSetPageTitle(name: string): void {
  useLayoutEffect(() => {
    pageTitle.set(name);
    document.title = `${name} · ${brand.name}`;
  }, [name]);
}

export const usePageTitle = (): string => useStore(pageTitle);

/** False until the first navigation: the first page keeps the browser's focus. */
export const navigationHistory = { any: false };

/** A step of a form is a page of its own: its heading takes the focus, also before the first navigation. */
export function openStep(): void {
  navigationHistory.any = true;
  scrollTo({ top: 0 });
}

export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    if (navigationHistory.any && path !== undefined) heading.current?.focus({ preventScroll: true });
  }, [path]);
  return heading;
}
