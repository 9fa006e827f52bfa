import { money } from '@larkmere/money/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Key, keysOf, takeDisjoint } from './disjoint.ts';
import type { AccountId, OperationId } from './types.ts';

const account = (id: number): AccountId => BigInt(id) as AccountId;
const amount = money('GBP', 1n);

test('an operation names its accounts, its id, the hold it ends and the transfer it takes back', () => {
  const id = 'own' as OperationId;
  const other = 'other' as OperationId;
  const postings = [{ debit: account(1), credit: account(2), amount }];
  expect(keysOf({ kind: 'post', id, code: 'x', postings, reverses: other })).toEqual([id, 1n, 2n, other]);
  expect(keysOf({ kind: 'hold', id, code: 'x', postings })).toEqual([id, 1n, 2n]);
  expect(keysOf({ kind: 'void_hold', id, code: 'x', holdId: other })).toEqual([id, other]);
});

const keys = fc.array(fc.integer({ min: 1, max: 12 }).map(account), { minLength: 1, maxLength: 3 });
const queues = fc.array(keys, { maxLength: 40 }).map((all) => all.map((of, place) => ({ place, keys: of })));

test('what is taken meets nothing in use, nothing is lost, and of each account the order stays', () => {
  fc.assert(
    fc.property(queues, fc.array(fc.integer({ min: 1, max: 12 })), fc.nat(20), (queue, used, most) => {
      const inUse = new Set<Key>(used.map(account));
      const { taken, left } = takeDisjoint(queue, inUse, most);
      expect(taken.length).toBeLessThanOrEqual(most);
      expect(taken.flatMap((job) => job.keys).filter((key) => inUse.has(key))).toEqual([]);
      expect([...taken, ...left].map(({ place }) => place).sort((a, b) => a - b)).toEqual(
        queue.map(({ place }) => place),
      );
      expect(left.map(({ place }) => place)).toEqual(left.map(({ place }) => place).sort((a, b) => a - b));
      for (const stays of left)
        for (const goes of taken)
          if (stays.place < goes.place) expect(goes.keys.filter((key) => stays.keys.includes(key))).toEqual([]);
      if (most > 0 && queue[0]?.keys.every((key) => !inUse.has(key))) expect(taken[0]).toBe(queue[0]);
    }),
  );
});
