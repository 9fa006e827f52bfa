import { money } from '@larkmere/money/money';
import { expect, test } from 'vitest';
import { createOperationId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { canTransition, statesOf } from '../../platform/lifecycle/lifecycle.ts';
import {
  autoOrderLifecycle,
  isTerminal,
  type PendingOrder,
  pendingStatusOf,
  reminderIntervalDays,
  terminalStates,
} from './order-lifecycle.ts';

const now = new Date('2026-11-20T09:30:00Z');
const order = (over: Partial<PendingOrder>): PendingOrder => ({
  state: 'active',
  type: 'limit',
  hold: undefined,
  nextRunAt: undefined,
  validUntil: undefined,
  remindedAt: now,
  retryAt: null,
  failure: null,
  approvalExpiresAt: null,
  ...over,
});
const statusOf = (over: Partial<PendingOrder>) => pendingStatusOf(order(over), now);

test('every non-final state has a complete pending status, and final states have none', () => {
  for (const state of statesOf(autoOrderLifecycle)) {
    const waiting = statusOf({ state });
    expect([state, waiting === null]).toEqual([state, isTerminal(state)]);
    for (const fact of Object.values(waiting ?? {})) expect(fact).not.toBe('');
    const ending = statusOf({ state, validUntil: new Date('2026-11-24T00:00:00Z') });
    if (ending) expect(ending.nextUpdateAt <= (ending.deadlineAt ?? '')).toBe(true);
  }
});

const hold = { id: createOperationId(), amount: money('GBP', 50_000n) };

test.each<[Partial<PendingOrder>, string, string, string]>([
  [
    { state: 'pending_approval' },
    'team',
    'No money is reserved. Someone else in your team needs to approve this order.',
    'Your team approves it or sends it back.',
  ],
  [
    { state: 'pending_approval', hold },
    'team',
    'Your money is reserved. Someone else in your team needs to approve this order.',
    'Your team approves it or sends it back.',
  ],
  [{ type: 'limit' }, 'us', 'The rate has not reached your target yet.', 'We’ll exchange when it does.'],
  [{ type: 'stop' }, 'us', 'The rate has not reached your target yet.', 'We’ll exchange when it does.'],
  [{ type: 'schedule' }, 'us', 'The next date has not come yet.', 'We’ll exchange on that date.'],
  [{ type: 'sweep' }, 'us', 'The next date has not come yet.', 'We’ll exchange on that date.'],
  [{ state: 'triggered' }, 'us', 'Your target or date has been reached.', 'We’re making the exchange.'],
  [
    { state: 'paused' },
    'you',
    'No money is reserved. This order is paused, so it will not exchange anything.',
    'Resume, change or cancel it.',
  ],
  [
    { state: 'paused', hold },
    'you',
    'Your money is reserved. This order is paused, so it will not exchange anything.',
    'Resume, change or cancel it.',
  ],
  [{ state: 'failed_retryable' }, 'us', 'We could not make this exchange.', 'We’ll try again.'],
  [{ state: 'held_offhours' }, 'us', 'The currency market is closed.', 'We’ll check again when it opens.'],
  [{ state: 'held_service_off' }, 'us', 'Auto FX is unavailable at the moment.', 'We’ll carry on when it’s back.'],
])('tells who acts, why and what is next: %o', (over, owner, reason, nextStep) => {
  expect(statusOf(over)).toMatchObject({ owner, reason, nextStep });
});

test.each<[Partial<PendingOrder>, string, string | null]>([
  [{}, '2027-02-18T09:30:00.000Z', null],
  [{ validUntil: new Date('2026-12-01T00:00:00Z') }, '2026-12-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  [{ type: 'schedule', nextRunAt: new Date('2026-11-21T09:00:00Z') }, '2026-11-21T09:00:00.000Z', null],
  [{ type: 'limit', nextRunAt: new Date('2026-11-21T09:00:00Z') }, '2027-02-18T09:30:00.000Z', null],
  [{ state: 'held_offhours', retryAt: new Date('2026-11-22T22:00:00Z') }, '2026-11-22T22:00:00.000Z', null],
  [
    { state: 'held_offhours', retryAt: new Date('2026-11-22T22:00:00Z'), validUntil: new Date('2026-11-22T21:00:00Z') },
    '2026-11-22T21:00:00.000Z',
    '2026-11-22T21:00:00.000Z',
  ],
  [{ state: 'held_service_off', retryAt: new Date('2026-11-22T22:00:00Z') }, '2027-02-18T09:30:00.000Z', null],
  [{ state: 'triggered' }, '2026-11-20T09:45:00.000Z', '2026-11-20T09:45:00.000Z'],
  [
    { state: 'triggered', validUntil: new Date('2026-11-20T09:44:59Z') },
    '2026-11-20T09:44:59.000Z',
    '2026-11-20T09:44:59.000Z',
  ],
  [
    { state: 'pending_approval', validUntil: new Date('2026-12-01T00:00:00Z') },
    '2026-12-01T00:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
  ],
  [{ state: 'pending_approval' }, '2027-02-18T09:30:00.000Z', null],
])('tells when the next update is and what the deadline: %o', (over, nextUpdateAt, deadlineAt) => {
  expect(statusOf(over)).toMatchObject({ nextUpdateAt, deadlineAt });
});

test('an order cannot leave a final state, and is not cancelled once it triggered', () => {
  expect(terminalStates).toEqual(['filled', 'failed_final', 'expired', 'cancelled']);
  expect(canTransition(autoOrderLifecycle, 'triggered', 'cancelled')).toBe(false);
  expect(canTransition(autoOrderLifecycle, 'filled', 'active')).toBe(false);
});

test('an approval is due when the request or the order expires, whichever is first', () => {
  const askedUntil = new Date('2026-11-27T09:30:00Z');
  const validUntil = new Date('2026-11-24T00:00:00Z');
  const asked = { state: 'pending_approval', approvalExpiresAt: askedUntil } as const;
  expect(statusOf(asked)).toMatchObject({ owner: 'team', deadlineAt: askedUntil.toISOString() });
  expect(statusOf({ ...asked, validUntil })).toMatchObject({ deadlineAt: validUntil.toISOString() });
});

test('missing money is for the customer to resolve, and is retried within the hour', () => {
  const againAt = new Date('2026-11-20T10:30:00Z');
  const message = 'Your GBP account was 12.40 GBP short.';
  const failed = (code: 'short_balance' | 'slippage') =>
    statusOf({ state: 'failed_retryable', retryAt: againAt, failure: { code, message } });
  expect(failed('short_balance')).toMatchObject({ owner: 'you', reason: message, nextUpdateAt: againAt.toISOString() });
  expect(failed('slippage')).toMatchObject({ owner: 'us' });
});

test('an order without an end date has no deadline but a reminder, and a scheduled one names its next run', () => {
  const reminder = new Date(now.getTime() + reminderIntervalDays * 86_400_000).toISOString();
  for (const state of ['active', 'paused', 'failed_retryable', 'held_offhours', 'held_service_off'] as const)
    expect([state, statusOf({ state })]).toEqual([
      state,
      expect.objectContaining({ nextUpdateAt: reminder, deadlineAt: null }),
    ]);
  const nextRunAt = new Date('2026-11-21T09:00:00Z');
  expect(statusOf({ type: 'schedule', nextRunAt })).toMatchObject({ nextUpdateAt: nextRunAt.toISOString() });
});
