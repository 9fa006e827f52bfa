const firstMs = 500;
const longestMs = { atFirst: 2_000, later: 15_000 };
const atFirstMs = 10 * 60_000;
const steadyMs = 30_000;

/** A program that ran for a while is started again at once. */
export function restartDelays(now: () => number = () => performance.now()): (ranMs: number) => number {
  let [delay, failingSince] = [0, now()];
  return (ranMs) => {
    if (ranMs > steadyMs) {
      [delay, failingSince] = [0, now()];
      return delay;
    }
    if (delay === 0) failingSince = now();
    const longest = now() - failingSince < atFirstMs ? longestMs.atFirst : longestMs.later;
    delay = delay === 0 ? firstMs : Math.min(delay * 2, longest);
    return delay;
  };
}
