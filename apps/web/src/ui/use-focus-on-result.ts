import { useEffect, useRef } from 'react';

export function useFocusOnResult(answer: unknown) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!answer) return;
    // A PIN pad that closes now first returns the focus to its button.
    const timer = setTimeout(() => box.current?.focus(), 50);
    return () => clearTimeout(timer);
  }, [answer]);
  return box;
}
