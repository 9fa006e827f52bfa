import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './db.ts';
import type { Log } from './log.ts';
import { fanOut, relayOne, type Subscription } from './relay.ts';

/** Asked for work even when nobody rang: for what was postponed, and for a bell that was missed. */
const pollMs = 250;

/** Keeps several deliveries going at a time until it is stopped; stopping waits for those in hand. */
export function runRelay(
  db: Db,
  subscriptions: readonly Subscription[],
  log: Log,
  workers = 4,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const forward = async (first: boolean): Promise<void> => {
    while (!stopping.signal.aborted) {
      const busy = await step(first).catch((error: unknown) => {
        log.error({ err: error }, 'the relay could not reach the database');
        return false;
      });
      if (!busy) await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const step = async (first: boolean): Promise<boolean> => {
    if (first) await fanOut(db, subscriptions);
    return relayOne(db, subscriptions, log);
  };
  const running = Array.from({ length: workers }, (_, n) => forward(n === 0));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
