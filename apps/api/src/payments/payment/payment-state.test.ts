import { PaymentState } from '@larkmere/contract/payments/payment';
import { isWaiting, waitingStates } from '@larkmere/contract/payments/payment-waiting-states';
import { expect, test } from 'vitest';
import { currentDiagram, diagram } from '../../../../../tools/payment-states.ts';
import type { Payment } from './payment.sql.ts';
import { canTransition, nextStates, paymentStates } from './payment-state.ts';
import { pendingStatusOf } from './pending-status.ts';

test('the diagram in the documentation matches the table in the code', () => {
  expect(currentDiagram()).toBe(diagram());
});

test('every state of the contract has a row', () => {
  expect(paymentStates).toEqual(PaymentState.options);
  expect(paymentStates).toHaveLength(17);
});

test('a payment can be cancelled until it is submitted, and never after', () => {
  expect(paymentStates.filter((state) => canTransition(state, 'cancelled'))).toEqual([
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

test('every pending state can end, and an ended payment stays ended or is returned', () => {
  for (const state of waitingStates) expect(nextStates[state].length).toBeGreaterThan(0);
  const ended = paymentStates.filter((state) => !isWaiting(state) && nextStates[state].length > 0);
  expect(ended).toEqual(['draft', 'completed']);
  expect(nextStates.completed).toEqual(['returned']);
});

const at = new Date('2026-11-20T10:00:00Z');
const bare = { reason: null, reason_code: null, next_step: null, next_update_at: null, deadline_at: null };

test.each(waitingStates)('%s has an owner, a reason, a next step, a next update and a deadline', (state) => {
  const payment = { ...bare, state, is_held_for_checks: false, arrival_latest: at } as Payment;
  expect(pendingStatusOf(payment)).toEqual({
    owner: expect.stringMatching(/^(you|team|us|bank)$/),
    reasonCode: null,
    reason: expect.stringMatching(/\.$/),
    nextStep: expect.stringMatching(/\.$/),
    nextUpdateAt: at.toISOString(),
    deadlineAt: at.toISOString(),
  });
});
