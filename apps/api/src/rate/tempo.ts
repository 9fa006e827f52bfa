import { Refusal } from '../kernel/refusal.ts';

const windowMs = 60_000;
const mostKept = 20_000;

type Window = { begins: number; count: number };

/**
 * So many turns a minute for each name. Counted in this process: what it protects is this process's time, and a second
 * one has time of its own. Refuses `rate_limited`.
 */
export function tempo(most: number): (name: string, now: Date) => void {
  const windows = new Map<string, Window>();
  return (name, now) => {
    const at = now.getTime();
    const known = windows.get(name);
    const current = known && at - known.begins < windowMs ? known : { begins: at, count: 0 };
    if (current.count >= most)
      throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil((current.begins + windowMs - at) / 1000) });
    current.count += 1;
    windows.delete(name); // the names asked for longest ago come first, and are forgotten first
    windows.set(name, current);
    if (windows.size > mostKept) windows.delete(windows.keys().next().value as string);
  };
}
