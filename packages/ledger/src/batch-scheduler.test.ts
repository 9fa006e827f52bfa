import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BatchScheduler } from './batch-scheduler.ts';

function createScheduler(most = 512) {
  const sent: (readonly number[])[] = [];
  const answers: (() => void)[] = [];
  const batches = new BatchScheduler<number>(most, (batch) => {
    sent.push(batch);
    return new Promise((resolve) => answers.push(resolve));
  });
  let next = 1;
  return {
    sizes: () => sent.map(({ length }) => length),
    order: () => sent.flat(),
    come: async (jobs: number) => {
      for (let i = 0; i < jobs; i += 1) batches.add(next++);
      await nextTurn();
      await nextTurn();
    },
    answer: async () => {
      answers.shift()?.();
      await nextTurn();
      await nextTurn();
    },
    empty: () => batches.drain(),
  };
}

test('sends a single job at once', async () => {
  const { come, sizes } = createScheduler();
  await come(1);
  expect(sizes()).toEqual([1]);
});

test('sends half of the jobs, then the other half, and makes a third batch wait', async () => {
  const { come, answer, sizes, order } = createScheduler();
  await come(256);
  expect(sizes()).toEqual([128, 128]);
  await come(100);
  expect(sizes()).toEqual([128, 128]);
  await answer();
  expect(sizes()).toEqual([128, 128, 100]);
  expect(order()).toEqual(Array.from({ length: 356 }, (_, i) => i + 1));
});

test('balances unequal batches when callers submit again', async () => {
  const { come, answer, sizes } = createScheduler();
  await come(40);
  await come(200);
  expect(sizes()).toEqual([40, 120]);
  await answer();
  await come(40);
  expect(sizes()).toEqual([40, 120, 80]);
});

test('lets a few jobs wait for the running batches and sends them together', async () => {
  const { come, answer, sizes } = createScheduler();
  await come(3);
  await come(2);
  await come(2);
  expect(sizes()).toEqual([3]);
  await answer();
  expect(sizes()).toEqual([3, 4]);
});

test('never exceeds the maximum batch size and loses no job', async () => {
  const { come, answer, sizes, order, empty } = createScheduler(10);
  await come(95);
  expect(sizes()).toEqual([10, 10]);
  const emptied = empty();
  for (let i = 0; i < 10; i += 1) await answer();
  await emptied;
  expect(Math.max(...sizes())).toBe(10);
  expect(order()).toEqual(Array.from({ length: 95 }, (_, i) => i + 1));
});
