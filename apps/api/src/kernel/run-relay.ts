import { setTimeout as sleep } from 'node:timers/promises';
import { openEar, ring } from './bell.ts';
import type { Db } from './db.ts';
import type { Log } from './log.ts';
import { deliverInside, deliverOutside, fanOut, type Subscription, takeOutside } from './relay.ts';

const pollMs = 250;

/** Limits concurrent external calls: a slow bank must not take every database connection. */
const mostOutside = 32;

/** From this many in-flight requests on, the relay slows down so that requests come first. */
const crowd = 4;
const crowdPauseMs = 250;
const mostOutsideInCrowd = 8;

export function runRelay(
  db: Db,
  subscriptions: readonly Subscription[],
  log: Log,
  peopleWaiting: () => number = () => 0,
): Readonly<{ stop: () => Promise<void> }> {
  const calls = new Set<Promise<void>>();
  const ears = [openEar(db), openEar(db)];
  const stopping = new AbortController();
  const isCrowded = (): boolean => peopleWaiting() >= crowd;

  const insideTurn = async (): Promise<boolean> => (await deliverInside(db, subscriptions, log)) > 0;

  const outsideTurn = async (): Promise<boolean> => {
    if ((await fanOut(db, subscriptions)) > 0) ring(db);
    const free = (isCrowded() ? mostOutsideInCrowd : mostOutside) - calls.size;
    const taken = free > 0 ? await takeOutside(db, subscriptions, free) : [];
    for (const waiting of taken) {
      const call = deliverOutside(db, subscriptions, waiting, log)
        .catch((error: unknown) => log.error({ err: error }, 'a delivery comes back when its claim has run out'))
        .finally(() => {
          calls.delete(call);
          ring(db);
        });
      calls.add(call);
    }
    return taken.length > 0;
  };

  const keepGoing = async (ear: (typeof ears)[number], turn: () => Promise<boolean>): Promise<void> => {
    const { signal } = stopping;
    while (!signal.aborted) {
      if (isCrowded()) await sleep(crowdPauseMs, undefined, { signal }).catch(() => {});
      const busy = await turn().catch((error: unknown) => {
        log.error({ err: error }, 'the relay could not reach the database');
        return false;
      });
      if (!busy) await ear.listen(pollMs);
    }
  };

  const [first, second] = ears as [(typeof ears)[number], (typeof ears)[number]];
  const loops = [keepGoing(first, insideTurn), keepGoing(second, outsideTurn)];
  return {
    stop: async () => {
      stopping.abort();
      for (const ear of ears) ear.close();
      await Promise.all([...loops, ...calls]);
    },
  };
}
