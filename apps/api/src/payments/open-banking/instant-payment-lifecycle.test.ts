import type { InstantPaymentState } from '@larkmere/contract/payments/open-banking';
import { expect, test } from 'vitest';
import { statesOf } from '../../platform/lifecycle/lifecycle.ts';
import { instantPaymentLifecycle, instantPaymentStatus } from './instant-payment-lifecycle.ts';
import type { InstantPayment } from './open-banking.ts';

const payment = (state: InstantPaymentState, over: Partial<InstantPayment> = {}): InstantPayment =>
  ({
    state,
    bankName: 'Heron Bank',
    reason: null,
    createdAt: new Date('2026-11-20T09:30:00Z'),
    returnedAt: null,
    expiresAt: new Date('2026-11-20T09:45:00Z'),
    nextPollAt: new Date('2026-11-20T09:31:00Z'),
    ...over,
  }) as InstantPayment;

test('describes owner, reason, next step, next update and deadline of every pending state, and null for final states', () => {
  for (const state of statesOf(instantPaymentLifecycle)) {
    const waiting = instantPaymentStatus(payment(state));
    const isOver = ['credited', 'rejected', 'cancelled', 'expired'].includes(state);
    expect([state, waiting === null]).toEqual([state, isOver]);
    for (const fact of Object.values(waiting ?? {})) expect(fact).not.toBe('');
  }
});

test('ends with the consent while the customer decides, and six days after consent at the bank', () => {
  expect(instantPaymentStatus(payment('awaiting_authorisation'))).toMatchObject({
    owner: 'you',
    nextUpdateAt: '2026-11-20T09:45:00.000Z',
    deadlineAt: '2026-11-20T09:45:00.000Z',
  });
  expect(instantPaymentStatus(payment('accepted', { returnedAt: new Date('2026-11-20T09:40:00Z') }))).toMatchObject({
    owner: 'bank',
    nextUpdateAt: '2026-11-20T09:31:00.000Z',
    deadlineAt: '2026-11-26T09:40:00.000Z',
  });
});

test('is null once polling has stopped', () => {
  expect(instantPaymentStatus(payment('unknown', { nextPollAt: null }))).toBeNull();
});
