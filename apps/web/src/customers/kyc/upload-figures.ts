export type TimeLeft = { unit: 'seconds' | 'minute' } | { unit: 'minutes'; count: number };

/** Estimated from the speed so far; undefined until there is one. */
export function timeLeft(share: number, elapsedMs: number): TimeLeft | undefined {
  if (share <= 0 || elapsedMs < 500) return undefined;
  const seconds = ((elapsedMs / share) * (1 - share)) / 1000;
  if (seconds < 15) return { unit: 'seconds' };
  if (seconds < 60) return { unit: 'minute' };
  return { unit: 'minutes', count: Math.round(seconds / 60) };
}
