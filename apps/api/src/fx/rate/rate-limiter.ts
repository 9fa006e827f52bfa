import { Refusal } from '../../platform/requests/refusal.ts';

const windowMs = 60_000;
const maxTracked = 20_000;

type RateWindow = { startsAtMs: number; count: number };

/** Counts per process, because it protects the time of this process only. Refuses `rate_limited`. */
export function createRateLimiter(most: number): (name: string, now: Date) => void {
  const windows = new Map<string, RateWindow>();
  return (name, now) => {
    const at = now.getTime();
    const known = windows.get(name);
    const current = known && at - known.startsAtMs < windowMs ? known : { startsAtMs: at, count: 0 };
    if (current.count >= most)
      throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil((current.startsAtMs + windowMs - at) / 1000) });
    current.count += 1;
    windows.delete(name);
    windows.set(name, current);
    if (windows.size > maxTracked) windows.delete(windows.keys().next().value as string);
  };
}
