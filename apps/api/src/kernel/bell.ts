import type { Db } from './db.ts';

const ears = new WeakMap<Db, Set<() => void>>();

/**
 * Tells this process that events were committed. PostgreSQL's NOTIFY would tell every process, but it lets transactions
 * that notify commit one at a time only; the others look by themselves four times a second.
 */
export function ring(db: Db): void {
  for (const wake of ears.get(db) ?? []) wake();
}

export type Ear = Readonly<{
  /** Until the bell rings, or rang since the last time, or the time is up. */
  listen: (milliseconds: number) => Promise<void>;
  close: () => void;
}>;

/** Somebody who waits for the bell. After `close` nobody waits any more. */
export function openEar(db: Db): Ear {
  const all = ears.get(db) ?? new Set();
  ears.set(db, all);
  let rang = false;
  let closed = false;
  let answer = (): void => {};
  const wake = (): void => {
    rang = true;
    answer();
  };
  all.add(wake);
  return {
    listen: async (milliseconds) => {
      if (!rang && !closed)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      rang = false;
    },
    close: () => {
      closed = true;
      all.delete(wake);
      answer();
    },
  };
}
