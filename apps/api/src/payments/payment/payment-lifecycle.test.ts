import { isWaiting, waitingStates } from '@larkmere/contract/payments/payment-waiting-states';
import { expect, test } from 'vitest';
import { canTransition, isFinal, nextStates, statesOf } from '../../platform/lifecycle/lifecycle.ts';
import type { Payment } from './payment.sql.ts';
import { paymentLifecycle, pendingStatusOf } from './payment-lifecycle.ts';

const paymentStates = statesOf(paymentLifecycle);

test('a payment can be cancelled until it is submitted, and never after', () => {
  expect(paymentStates.filter((state) => canTransition(paymentLifecycle, state, 'cancelled'))).toEqual([
    'draft',
    'awaiting_sca',
    'scheduled',
    'awaiting_funds',
    'screening',
    'in_review',
    'info_required',
    'ready',
  ]);
});

test('the contract has the same pending states, and an ended payment can only be returned', () => {
  expect(Object.keys(paymentLifecycle.waiting)).toEqual(['draft', ...waitingStates]);
  const ended = paymentStates.filter((state) => !isWaiting(state) && !isFinal(paymentLifecycle, state));
  expect(ended).toEqual(['draft', 'completed']);
  expect(nextStates(paymentLifecycle, 'completed')).toEqual(['returned']);
});

const at = new Date('2026-11-20T10:00:00Z');
const bare = { reason: null, reasonCode: null, nextStep: null, nextUpdateAt: null, deadlineAt: null };

test.each(waitingStates)('%s has an owner, a reason, a next step, a next update and a deadline', (state) => {
  const payment = { ...bare, state, isHeldForChecks: false, arrivalLatest: at } as Payment;
  expect(pendingStatusOf(payment)).toEqual({
    owner: expect.stringMatching(/^(you|team|us|bank)$/),
    reasonCode: null,
    reason: expect.stringMatching(/\.$/),
    nextStep: expect.stringMatching(/\.$/),
    nextUpdateAt: at.toISOString(),
    deadlineAt: at.toISOString(),
  });
});
