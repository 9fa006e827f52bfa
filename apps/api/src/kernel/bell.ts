import type { Db } from './db.ts';

const ears = new WeakMap<Db, Set<() => void>>();

/**
 * Wakes the relays of this process after a commit with events. NOTIFY would reach every process but serialises commits,
 * so other processes poll.
 */
export function ring(db: Db): void {
  for (const wake of ears.get(db) ?? []) wake();
}

export type Ear = Readonly<{
  listen: (milliseconds: number) => Promise<void>;
  close: () => void;
}>;

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
