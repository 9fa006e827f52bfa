import { useEffect, useState } from 'react';

const debounceMs = 400;

/** Debounces the reading of typed text, so that screen readers do not announce every letter. */
export function useIsSettled(text: string | undefined): boolean {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === undefined || settled === text;
}
