import { setTimeout as sleep } from 'node:timers/promises';

export type Deadline = Readonly<{ remainingMs: () => number; pause: (ms: number) => Promise<void> }>;

export function startDeadline(ms: number): Deadline {
  const end = performance.now() + ms;
  return { remainingMs: () => end - performance.now(), pause: (wait) => sleep(wait) };
}

export async function withTimeout<T>(ms: number, answer: Promise<T>): Promise<T> {
  const inTime = new AbortController();
  const late = sleep(Math.max(ms, 1), undefined, { signal: inTime.signal }).then(() => {
    throw new Error('no answer in time');
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    inTime.abort();
    late.catch(() => {});
    answer.catch(() => {});
  }
}
