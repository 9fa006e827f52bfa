import { Refusal } from '../kernel/refusal.ts';

const windowMs = 60_000;
const mostKept = 20_000;

type Window = { begins: number; count: number };

/** Counts per process, because it protects the time of this process only. Refuses `rate_limited`. */
export function tempo(most: number): (name: string, now: Date) => void {
  const windows = new Map<string, Window>();
  return (name, now) => {
    const at = now.getTime();
    const known = windows.get(name);
    const current = known && at - known.begins < windowMs ? known : { begins: at, count: 0 };
    if (current.count >= most)
      throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil((current.begins + windowMs - at) / 1000) });
    current.count += 1;
    windows.delete(name);
    windows.set(name, current);
    if (windows.size > mostKept) windows.delete(windows.keys().next().value as string);
  };
}
