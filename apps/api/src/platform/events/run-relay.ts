import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import type { RecordCall } from '../observability/call-log.ts';
import type { Log } from '../observability/log.ts';
import {
  claimExternalDeliveries,
  deliverExternal,
  deliverTransactional,
  fanOutEvents,
  type Subscription,
} from './relay.ts';
import { subscribeToWakeUps, wakeSubscribers } from './wake-up.ts';

const pollMs = 250;

/** Limits concurrent external calls: a slow bank must not take every database connection. */
const maxExternal = 32;

/** From this many in-flight requests on, the relay slows down so that requests come first. */
const overloadThreshold = 4;
const overloadPauseMs = 250;
const maxExternalUnderLoad = 8;

export function startRelay(
  db: Db,
  subscriptions: readonly Subscription[],
  log: Log,
  peopleWaiting: () => number = () => 0,
  record: RecordCall = () => {},
): Readonly<{ stop: () => Promise<void> }> {
  requireDistinct(subscriptions);
  const calls = new Set<Promise<void>>();
  const wakeUpListeners = [subscribeToWakeUps(db), subscribeToWakeUps(db)];
  const stopping = new AbortController();
  const isCrowded = (): boolean => peopleWaiting() >= overloadThreshold;

  const insideTurn = async (): Promise<boolean> => (await deliverTransactional(db, subscriptions, log)) > 0;

  const outsideTurn = async (): Promise<boolean> => {
    if ((await fanOutEvents(db, subscriptions)) > 0) wakeSubscribers(db);
    const free = (isCrowded() ? maxExternalUnderLoad : maxExternal) - calls.size;
    const taken = free > 0 ? await claimExternalDeliveries(db, subscriptions, free) : [];
    for (const waiting of taken) {
      const call = deliverExternal(db, subscriptions, waiting, log, record)
        .catch((error: unknown) => log.error({ err: error }, 'a delivery will be retried when its claim expires'))
        .finally(() => {
          calls.delete(call);
          wakeSubscribers(db);
        });
      calls.add(call);
    }
    return taken.length > 0;
  };

  const keepGoing = async (
    wakeUpListener: (typeof wakeUpListeners)[number],
    turn: () => Promise<boolean>,
  ): Promise<void> => {
    const { signal } = stopping;
    while (!signal.aborted) {
      if (isCrowded()) await sleep(overloadPauseMs, undefined, { signal }).catch(() => {});
      const busy = await turn().catch((error: unknown) => {
        log.error({ err: error }, 'the relay could not reach the database');
        return false;
      });
      if (!busy) await wakeUpListener.wait(pollMs);
    }
  };

  const [first, second] = wakeUpListeners as [(typeof wakeUpListeners)[number], (typeof wakeUpListeners)[number]];
  const loops = [keepGoing(first, insideTurn), keepGoing(second, outsideTurn)];
  return {
    stop: async () => {
      stopping.abort();
      for (const wakeUpListener of wakeUpListeners) wakeUpListener.close();
      await Promise.all([...loops, ...calls]);
    },
  };
}

/** An event has one delivery per listener, so two of one name would stop all events. */
function requireDistinct(subscriptions: readonly Subscription[]): void {
  const names = subscriptions.map(({ topic, listener }) => `${listener} of ${topic}`);
  const repeated = names.find((name, place) => names.indexOf(name) !== place);
  if (repeated) throw new Error(`There are two listeners ${repeated}.`);
}
