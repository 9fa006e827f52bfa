import type { DealState } from '@larkmere/contract/fx/manual-fx';
import { expect, test } from 'vitest';
import { nextStates } from './manual-fx.ts';
import { pendingStatusOf } from './pending-status.ts';

test('every non-final state has a complete pending status, and final states have none', () => {
  for (const state of Object.keys(nextStates) as DealState[]) {
    const waiting = pendingStatusOf({ state, valueDate: '2026-11-24' }, undefined);
    expect([state, waiting === null]).toEqual([state, nextStates[state].length === 0]);
    if (waiting) expect(waiting).toMatchObject({ deadlineAt: '2026-11-24T23:59:59.000Z' });
    for (const fact of Object.values(waiting ?? {})) expect(fact).not.toBe('');
  }
});

test('a quote waits for the customer until it expires', () => {
  const until = new Date('2026-11-24T10:05:00Z');
  expect(pendingStatusOf({ state: 'quoted', valueDate: '2026-11-24' }, until)).toMatchObject({
    owner: 'you',
    nextUpdateAt: until.toISOString(),
    deadlineAt: until.toISOString(),
  });
});
