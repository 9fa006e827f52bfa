import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from './failure.ts';
import type { Log } from './log.ts';

const [patience, pause] = [60_000, 250];

/** Runs the work, and retries it for a minute while the database is unreachable. Throws any other error at once. */
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
