const firstMs = 500;
const longestMs = { atFirst: 2_000, later: 15_000 };
const atFirstMs = 10 * 60_000;
const steadyMs = 30_000;

export function restartDelays(now: () => number = () => performance.now()): (ranMs: number) => number {
  let [delay, failingSince] = [0, 0];
  return (ranMs) => {
    if (delay === 0 || ranMs > steadyMs) {
      [delay, failingSince] = [firstMs, now()];
      return delay;
    }
    const longest = now() - failingSince < atFirstMs ? longestMs.atFirst : longestMs.later;
    delay = Math.min(delay * 2, longest);
    return delay;
  };
}
