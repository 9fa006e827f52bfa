import { useEffect, useRef } from 'react';

/** Takes the focus to the answer to the last press once there is one, so that it is in sight and read out wherever it stands. */
export function useAnswerFocus(answer: unknown) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!answer) return;
    // The PIN pad that closes right now gives the focus back to its button first.
    const timer = setTimeout(() => box.current?.focus(), 50);
    return () => clearTimeout(timer);
  }, [answer]);
  return box;
}
