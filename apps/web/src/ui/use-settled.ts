import { useEffect, useState } from 'react';

const restMs = 400;

/** Whether a typed text has rested for a moment, so that its reading is neither shown nor announced for every letter. */
export function useSettled(text: string | undefined): boolean {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === undefined || settled === text;
}
