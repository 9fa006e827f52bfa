import { Worker } from 'node:worker_threads';
import { Refusal } from './refusal.ts';

const most = 2;
const mostWaiting = 20;
const waiting: (() => void)[] = [];
let busy = 0;

/** The work took longer than it may, or more memory, or broke. */
export class ThreadFailed extends Error {
  override name = 'ThreadFailed';
}

/**
 * Runs a module in a thread of its own, so that long or hostile work holds up nobody: it reads `workerData` and posts one
 * answer. Two at a time; refuses `service_unavailable` when too many wait. Throws `ThreadFailed` when it ends without one.
 */
export async function inThread<T>(module: URL, input: unknown, seconds = 20): Promise<T> {
  await turn();
  try {
    return await answerOf<T>(module, input, seconds);
  } finally {
    busy -= 1;
    waiting.shift()?.();
  }
}

async function turn(): Promise<void> {
  if (busy >= most) {
    if (waiting.length >= mostWaiting) throw new Refusal('service_unavailable', { retryAfterSeconds: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  busy += 1;
}

function answerOf<T>(module: URL, input: unknown, seconds: number): Promise<T> {
  const worker = new Worker(module, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: 192 } });
  return new Promise<T>((resolve, reject) => {
    const fail = (why: string, cause?: unknown): void => reject(new ThreadFailed(why, { cause }));
    const limit = setTimeout(() => fail('it took too long'), seconds * 1000);
    worker.once('message', resolve);
    worker.once('error', (cause) => fail('it broke', cause));
    worker.once('exit', () => fail('it ended without an answer'));
    worker.once('exit', () => clearTimeout(limit));
  }).finally(() => void worker.terminate());
}
