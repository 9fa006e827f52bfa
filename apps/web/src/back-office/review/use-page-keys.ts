import { useEffect, useEffectEvent } from 'react';
import { isKeyForPage, isLayerOpen } from '../parts/parts.ts';

type Keys = Readonly<Record<string, (() => void) | undefined>>;

const isOnControl = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('a, button, summary, [role="radio"]') !== null;

/**
 * Single keys of a page, outside of fields and dialogs. Enter and Space stay with a control that has the focus. `send` is
 * for `Ctrl` or `⌘` and `Enter`, which also works in fields.
 */
export function usePageKeys(keys: Keys, send?: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (!send || isLayerOpen()) return;
      event.preventDefault();
      send();
      return;
    }
    const act = keys[event.key];
    if (!act || !isKeyForPage(event) || event.repeat) return;
    if ((event.key === 'Enter' || event.key === ' ') && isOnControl(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
