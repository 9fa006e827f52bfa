import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from './failure.ts';
import type { Log } from './log.ts';

/** Milliseconds: for a database that was started at the same moment, or reads its log after a crash; between two tries. */
const [patience, pause] = [60_000, 250];

/**
 * What a start asks of the database, asked again while that is out of reach, so `work` may be done more than once. Throws
 * what is wrong when the database stays away for a minute, and whatever else is wrong at once.
 */
export async function whenReachable<T>(work: () => Promise<T>, log: Log): Promise<T> {
  for (const start = performance.now(); ; await sleep(pause)) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || performance.now() - start > patience) throw error;
      log.warn({ err: error }, 'the database is out of reach: asking again');
    }
  }
}
