import { Worker } from 'node:worker_threads';
import { Refusal } from './refusal.ts';

const most = 2;
const mostOfOwner = most - 1;
const mostWaiting = 20;
const mostWaitingOfOwner = 10;

type Turn = Readonly<{ owner: string; begin: () => void }>;
let waiting: Turn[] = [];
const running: string[] = [];

export class ThreadFailed extends Error {
  override name = 'ThreadFailed';
}

type Options = Readonly<{
  owner: string;
  seconds?: number;
}>;

/**
 * Runs a module in a worker thread, for long or hostile input: it reads `workerData` and posts one result. Refuses
 * `service_unavailable` if the queue is full. Throws `WorkerFailed` without a result.
 */
export async function inThread<T>(module: URL, input: unknown, { owner, seconds = 20 }: Options): Promise<T> {
  await takeTurn(owner);
  try {
    return await answerOf<T>(module, input, seconds);
  } finally {
    running.splice(running.indexOf(owner), 1);
    waiting = [...waiting.filter((turn) => turn.owner !== owner), ...waiting.filter((turn) => turn.owner === owner)];
    beginNext();
  }
}

const countOf = (owner: string): number => running.filter((each) => each === owner).length;

function takeTurn(owner: string): Promise<void> {
  const own = waiting.filter((turn) => turn.owner === owner).length;
  if (waiting.length >= mostWaiting || own >= mostWaitingOfOwner)
    throw new Refusal('service_unavailable', { retryAfterSeconds: 5 });
  return new Promise<void>((resolve) => {
    waiting.push({ owner, begin: resolve });
    beginNext();
  });
}

function beginNext(): void {
  while (running.length < most) {
    const place = waiting.findIndex(({ owner }) => countOf(owner) < mostOfOwner);
    const [next] = place < 0 ? [] : waiting.splice(place, 1);
    if (!next) return;
    running.push(next.owner);
    next.begin();
  }
}

async function answerOf<T>(module: URL, input: unknown, seconds: number): Promise<T> {
  const worker = new Worker(module, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: 192 } });
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = (why: string, cause?: unknown): void => reject(new ThreadFailed(why, { cause }));
  const limit = setTimeout(() => fail('it took too long'), seconds * 1000);
  worker.once('message', resolve);
  worker.once('error', (cause) => fail('it broke', cause));
  worker.once('exit', () => fail('it ended without an answer'));
  try {
    return await promise;
  } finally {
    clearTimeout(limit);
    await worker.terminate();
  }
}
