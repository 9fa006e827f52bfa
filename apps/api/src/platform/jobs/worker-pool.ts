import { Worker } from 'node:worker_threads';
import { Refusal } from '../requests/refusal.ts';

const maxWorkers = 2;
const maxWorkersPerOwner = maxWorkers - 1;
const maxQueued = 20;
const maxQueuedPerOwner = 10;

type QueuedTask = Readonly<{ owner: string; begin: () => void }>;
let queue: QueuedTask[] = [];
const runningOwners: string[] = [];

export class WorkerFailed extends Error {
  override name = 'WorkerFailed';
}

export type WorkerOptions = Readonly<{
  owner: string;
  /** Of the processor, because a busy server makes all work slow. */
  timeoutSeconds?: number;
  /** By the clock; by default four times as long. */
  longestSeconds?: number;
}>;

/**
 * Runs a module in a worker thread, for long or hostile input: it reads `workerData` and posts one result. Refuses
 * `service_unavailable` if the queue is full. Throws `WorkerFailed` without a result.
 */
export async function runInWorker<T>(
  module: URL,
  input: unknown,
  { owner, timeoutSeconds = 20, longestSeconds = timeoutSeconds * 4 }: WorkerOptions,
): Promise<T> {
  await acquireWorker(owner);
  try {
    return await runModule<T>(module, input, { timeoutSeconds, longestSeconds });
  } finally {
    runningOwners.splice(runningOwners.indexOf(owner), 1);
    queue = [...queue.filter((turn) => turn.owner !== owner), ...queue.filter((turn) => turn.owner === owner)];
    startNext();
  }
}

const countRunning = (owner: string): number => runningOwners.filter((each) => each === owner).length;

function acquireWorker(owner: string): Promise<void> {
  const own = queue.filter((turn) => turn.owner === owner).length;
  if (queue.length >= maxQueued || own >= maxQueuedPerOwner)
    throw new Refusal('service_unavailable', { retryAfterSeconds: 5 });
  return new Promise<void>((resolve) => {
    queue.push({ owner, begin: resolve });
    startNext();
  });
}

function startNext(): void {
  while (runningOwners.length < maxWorkers) {
    const place = queue.findIndex(({ owner }) => countRunning(owner) < maxWorkersPerOwner);
    const [next] = place < 0 ? [] : queue.splice(place, 1);
    if (!next) return;
    runningOwners.push(next.owner);
    next.begin();
  }
}

type Limits = Required<Omit<WorkerOptions, 'owner'>>;

async function runModule<T>(module: URL, input: unknown, { timeoutSeconds, longestSeconds }: Limits): Promise<T> {
  const worker = new Worker(module, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: 192 } });
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = (why: string, cause?: unknown): void => reject(new WorkerFailed(why, { cause }));
  const failTooLong = (): void => fail('it took too long');
  const limit = setTimeout(failTooLong, longestSeconds * 1000);
  const watch = setInterval(() => {
    worker.cpuUsage().then(
      ({ user, system }) => user + system > timeoutSeconds * 1e6 && failTooLong(),
      () => {}, // it has ended
    );
  }, 500);
  worker.once('message', resolve);
  worker.once('error', (cause) => fail('it broke', cause));
  worker.once('exit', () => fail('it ended without an answer'));
  try {
    return await promise;
  } finally {
    clearTimeout(limit);
    clearInterval(watch);
    await worker.terminate();
  }
}
