import type { Db } from '../db/db.ts';

const subscribers = new WeakMap<Db, Set<() => void>>();

/**
 * Wakes the relays of this process after a commit with events. NOTIFY would reach every process but serialises commits,
 * so other processes poll.
 */
export function wakeSubscribers(db: Db): void {
  for (const wake of subscribers.get(db) ?? []) wake();
}

export type WakeUpSubscription = Readonly<{
  wait: (milliseconds: number) => Promise<void>;
  close: () => void;
}>;

export function subscribeToWakeUps(db: Db): WakeUpSubscription {
  const all = subscribers.get(db) ?? new Set();
  subscribers.set(db, all);
  let rang = false;
  let closed = false;
  let answer = (): void => {};
  const wake = (): void => {
    rang = true;
    answer();
  };
  all.add(wake);
  return {
    wait: async (milliseconds) => {
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
