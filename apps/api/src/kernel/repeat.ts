import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

export type Repeating = Readonly<{ stop: () => Promise<void> }>;

export function repeat(what: string, pauseMs: number, work: () => Promise<unknown>, log: Log): Repeating {
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => log.error({ err: error, what }, 'a repeated task failed'));
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
