import { useEffect, useState } from 'react';

const restMs = 400;

/** Debounces the reading of typed text, so that screen readers do not announce every letter. */
export function useSettled(text: string | undefined): boolean {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === undefined || settled === text;
}
