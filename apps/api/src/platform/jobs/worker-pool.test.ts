import { afterEach, describe, expect, it } from 'vitest';
import { Refusal } from '../requests/refusal.ts';
import { runInWorker, WorkerFailed } from './worker-pool.ts';

const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    Atomics.wait(workerData.gate, 0, 0);
    parentPort.postMessage(workerData.name);`)}`,
);

const gates: Int32Array[] = [];
const finished: string[] = [];
afterEach(() => {
  for (const gate of gates.splice(0)) open(gate);
  finished.length = 0;
});

function open(gate: Int32Array): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}

function startWork(owner: string, name: string, seconds?: number) {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  gates.push(gate);
  const done = runInWorker<string>(module, { gate, name }, { owner, ...(seconds && { timeoutSeconds: seconds }) }).then(
    (answer) => {
      finished.push(answer);
      return answer;
    },
  );
  return { done, finish: () => open(gate) };
}

describe('the worker pool', () => {
  it('never gives one owner all workers', async () => {
    const [first, second] = [startWork('one', 'first'), startWork('one', 'second')];
    const other = startWork('another', 'other');
    other.finish();
    second.finish();
    expect(await other.done).toBe('other');
    expect(finished).toEqual(['other']);
    first.finish();
    expect(await first.done).toBe('first');
    expect(await second.done).toBe('second');
  });

  it('serves owners in turn, whatever the order of their requests', async () => {
    const mine = ['a', 'b', 'c'].map((name) => startWork('one', name));
    const theirs = ['x', 'y', 'z'].map((name) => startWork(name, name));
    for (const { finish } of [...mine.slice(1), ...theirs]) finish();
    await Promise.all(theirs.map(({ done }) => done));
    expect(finished).toEqual(['x', 'y', 'z']);
    mine[0]?.finish();
    await Promise.all(mine.map(({ done }) => done));
    expect(finished).toEqual(['x', 'y', 'z', 'a', 'b', 'c']);
  });

  it('does not let one owner fill the queue', async () => {
    const mine = Array.from({ length: 11 }, (_, n) => startWork('one', `${n}`));
    await expect(startWork('one', 'one too many').done).rejects.toThrow(Refusal);
    const other = startWork('another', 'other');
    other.finish();
    expect(await other.done).toBe('other');
    for (const { finish } of mine) finish();
    await Promise.all(mine.map(({ done }) => done));
  });

  it('terminates work that takes too much of the processor', async () => {
    const busy = new URL('data:text/javascript,for (;;);');
    const limits = { timeoutSeconds: 0.2, longestSeconds: 50 };
    await expect(runInWorker(busy, {}, { owner: 'one', ...limits })).rejects.toThrow('it took too long');
  });

  it('terminates work that never ends and frees its worker', async () => {
    await expect(startWork('one', 'endless', 0.05).done).rejects.toThrow(WorkerFailed);
    const next = startWork('one', 'next');
    next.finish();
    expect(await next.done).toBe('next');
  });
});
