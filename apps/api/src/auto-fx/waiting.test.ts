import type { AutoFxState } from '@larkmere/contract/auto-fx';
import { expect, test } from 'vitest';
import { isOver, nextStates } from './auto-fx.ts';
import { remindAfterDays, type Standing, waitingOf } from './waiting.ts';

const now = new Date('2026-11-20T09:30:00Z');
const order = (over: Partial<Standing>): Standing => ({
  state: 'active',
  type: 'limit',
  held: undefined,
  nextRunAt: undefined,
  validUntil: undefined,
  remindedAt: now,
  againAt: null,
  failure: null,
  askedUntil: null,
  ...over,
});
const said = (over: Partial<Standing>) => waitingOf(order(over), now);

test('every non-final state has a complete pending status, and final states have none', () => {
  for (const state of Object.keys(nextStates) as AutoFxState[]) {
    const waiting = said({ state });
    expect([state, waiting === null]).toEqual([state, isOver(state)]);
    for (const fact of Object.values(waiting ?? {})) expect(fact).not.toBe('');
    const ending = said({ state, validUntil: new Date('2026-11-24T00:00:00Z') });
    if (ending) expect(ending.nextUpdateAt <= (ending.deadlineAt ?? '')).toBe(true);
  }
});

test('an approval is due when the request or the order expires, whichever is first', () => {
  const askedUntil = new Date('2026-11-27T09:30:00Z');
  const validUntil = new Date('2026-11-24T00:00:00Z');
  const asked = { state: 'pending_approval', askedUntil } as const;
  expect(said(asked)).toMatchObject({ owner: 'team', deadlineAt: askedUntil.toISOString() });
  expect(said({ ...asked, validUntil })).toMatchObject({ deadlineAt: validUntil.toISOString() });
});

test('missing money is for the customer to resolve, and is retried within the hour', () => {
  const againAt = new Date('2026-11-20T10:30:00Z');
  const message = '12.40 GBP were missing on your GBP account.';
  const failed = (code: 'short_balance' | 'slippage') =>
    said({ state: 'failed_retryable', againAt, failure: { code, message } });
  expect(failed('short_balance')).toMatchObject({ owner: 'you', reason: message, nextUpdateAt: againAt.toISOString() });
  expect(failed('slippage')).toMatchObject({ owner: 'us' });
});

test('an order without an end date has no deadline but a reminder, and a scheduled one names its next run', () => {
  const reminder = new Date(now.getTime() + remindAfterDays * 86_400_000).toISOString();
  for (const state of ['active', 'paused', 'failed_retryable', 'held_offhours', 'held_service_off'] as const)
    expect([state, said({ state })]).toEqual([
      state,
      expect.objectContaining({ nextUpdateAt: reminder, deadlineAt: null }),
    ]);
  const nextRunAt = new Date('2026-11-21T09:00:00Z');
  expect(said({ type: 'schedule', nextRunAt })).toMatchObject({ nextUpdateAt: nextRunAt.toISOString() });
});
