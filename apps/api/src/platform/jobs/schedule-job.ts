import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../observability/log.ts';

export type ScheduledJob = Readonly<{ stop: () => Promise<void> }>;

export function scheduleJob(what: string, pauseMs: number, work: () => Promise<unknown>, log: Log): ScheduledJob {
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => log.error({ err: error, what }, 'a scheduled job failed'));
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
