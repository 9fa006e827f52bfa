/**
 * The manual review of payments: a queue, claims on a payment, questions to the customer, and the decision to release
 * or refuse. Above a threshold, and after a hit on the sanctions list, it takes two people. Cases of compliance are
 * invisible to others. Holds by law and overdue answers are followed by a job.
 */

import { defineEvent } from '../../platform/events/outbox.ts';

export { findReleaseAuthority } from './dual-control.ts';
export { selectWithCompliance } from './review.read.ts';
export { claimRule, dualControlThreshold, releaseLimit } from './review.settings.ts';

export type AnswerOverdueEvent = Readonly<{
  paymentId: string;
  customerId: string;
  userId: string;
  payeeName: string;
  dueAt: string;
}>;

export const answerOverdue = defineEvent<AnswerOverdueEvent>('review.answer_overdue');

export type PaymentDelayedEvent = Omit<AnswerOverdueEvent, 'dueAt'> & Readonly<{ deadlineAt: string }>;

/** By law the payer is told of the delay and what to do. */
export const paymentDelayed = defineEvent<PaymentDelayedEvent>('review.payment_delayed');
