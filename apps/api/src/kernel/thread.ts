import { Worker } from 'node:worker_threads';
import { Refusal } from './refusal.ts';

const most = 2;
/** So many of one owner at a time, and so many more waiting: the rest of the threads and of the queue is for others. */
const mostOfOwner = most - 1;
const mostWaiting = 20;
const mostWaitingOfOwner = 10;

type Turn = Readonly<{ owner: string; begin: () => void }>;
let waiting: Turn[] = [];
const running: string[] = [];

/** The work took longer than it may, or more memory, or broke. */
export class ThreadFailed extends Error {
  override name = 'ThreadFailed';
}

type Options = Readonly<{
  /** Whose work it is: a customer’s id. One owner never has both threads, and whoever had none lately goes first. */
  owner: string;
  /** After so many seconds the thread is terminated. */
  seconds?: number;
}>;

/**
 * Runs a module in a thread of its own, so that long or hostile work holds up nobody: it reads `workerData` and posts one
 * answer. Two at a time; refuses `service_unavailable` when too many wait. Throws `ThreadFailed` when it ends without one.
 */
export async function inThread<T>(module: URL, input: unknown, { owner, seconds = 20 }: Options): Promise<T> {
  await takeTurn(owner);
  try {
    return await answerOf<T>(module, input, seconds);
  } finally {
    running.splice(running.indexOf(owner), 1);
    // Whoever was just served goes behind the others.
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
    await worker.terminate(); // its place is free when it is gone
  }
}
