import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../http/error-handler.ts';
import type { Log } from '../observability/log.ts';

const [timeoutMs, retryIntervalMs] = [60_000, 250];

/** Runs the work, and retries it for a minute while the database is unreachable. Throws any other error at once. */
export async function waitForDatabase<T>(work: () => Promise<T>, log: Log): Promise<T> {
  for (const start = performance.now(); ; await sleep(retryIntervalMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || performance.now() - start > timeoutMs) throw error;
      log.warn({ err: error }, 'the database is unreachable: retrying');
    }
  }
}
