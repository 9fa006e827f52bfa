import { useEffect, useEffectEvent } from 'react';
import { isKeyForPage, isLayerOpen } from '../parts/parts.ts';

function useKey(isKey: (event: KeyboardEvent) => boolean, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isKey(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** `r`, outside of fields. */
export const useQuoteAgainKey = (quoteAgain: () => void): void =>
  useKey((event) => event.key === 'r' && isKeyForPage(event), quoteAgain);

/** `Ctrl` or `⌘` and `Enter`, also in fields, but never behind a dialog. */
export const useSendKey = (send: () => void): void =>
  useKey((event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isLayerOpen(), send);
