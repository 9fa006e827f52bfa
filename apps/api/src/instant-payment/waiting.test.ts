import type { InstantPaymentState } from '@larkmere/contract/instant-payment';
import { expect, test } from 'vitest';
import { type InstantPayment, nextStates } from './instant-payment.ts';
import { waitingOf } from './waiting.ts';

const payment = (state: InstantPaymentState, over: Partial<InstantPayment> = {}): InstantPayment =>
  ({
    state,
    bank_name: 'Heron Bank',
    reason: null,
    created_at: new Date('2026-11-20T09:30:00Z'),
    returned_at: null,
    expires_at: new Date('2026-11-20T09:45:00Z'),
    next_ask_at: new Date('2026-11-20T09:31:00Z'),
    ...over,
  }) as InstantPayment;

test('every state that is not over says with whom, why, what is next, when more is said and by when; the others nothing', () => {
  for (const state of Object.keys(nextStates) as InstantPaymentState[]) {
    const waiting = waitingOf(payment(state));
    const isOver = ['credited', 'rejected', 'cancelled', 'expired'].includes(state);
    expect([state, waiting === null]).toEqual([state, isOver]);
    for (const fact of Object.values(waiting ?? {})) expect(fact).not.toBe('');
  }
});

test('the customer has until the consent runs out, and the bank six days from the yes', () => {
  expect(waitingOf(payment('awaiting_authorisation'))).toMatchObject({
    owner: 'you',
    nextUpdateAt: '2026-11-20T09:45:00.000Z',
    deadlineAt: '2026-11-20T09:45:00.000Z',
  });
  expect(waitingOf(payment('accepted', { returned_at: new Date('2026-11-20T09:40:00Z') }))).toMatchObject({
    owner: 'bank',
    nextUpdateAt: '2026-11-20T09:31:00.000Z',
    deadlineAt: '2026-11-26T09:40:00.000Z',
  });
});

test('what nobody is asked about any more waits for nobody', () => {
  expect(waitingOf(payment('unknown', { next_ask_at: null }))).toBeNull();
});
