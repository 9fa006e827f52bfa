import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Seconds until `until` (epoch milliseconds), computed from the clock, so that a suspended tab is right again at once.
 */
export function useRemainingSeconds(until: number, onEnd: () => void): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    let ended = false;
    const tick = () => {
      const left = secondsUntil(until);
      setSeconds(left);
      if (left > 0 || ended) return;
      ended = true;
      end();
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);

  return seconds;
}

const secondsUntil = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1000));
