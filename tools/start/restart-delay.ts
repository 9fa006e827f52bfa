const firstMs = 500;
/** The longest pause: short while somebody may be watching, longer for what has kept failing. */
const longestMs = { atFirst: 2_000, later: 15_000 };
const atFirstMs = 10 * 60_000;
/** Whatever ran this long starts again as after its first failure. */
const steadyMs = 30_000;

/** Says how long to wait before a program is started again, from how long it ran. */
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
