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
