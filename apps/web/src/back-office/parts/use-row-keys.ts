import { useEffect, useEffectEvent } from 'react';
import { singleKeys } from './single-keys.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export const isLayerOpen = (): boolean => document.querySelector('[data-sheet], :popover-open') !== null;

/** False while a field has the focus, a dialog is open, the browser uses the keys, or single keys are turned off. */
export const isKeyForPage = (event: KeyboardEvent): boolean =>
  singleKeys.areOn() && !(event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) && !isLayerOpen();

/** `j` and `k` move through the rows of a list, `Esc` closes the panel beside it. */
export function useRowKeys({ move, close }: { move: (step: 1 | -1) => void; close: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isKeyForPage(event)) return;
    if (event.key === 'j') move(1);
    if (event.key === 'k') move(-1);
    if (event.key === 'Escape') close();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
