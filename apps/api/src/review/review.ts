import { event } from '../kernel/outbox.ts';

export type ReminderNews = Readonly<{
  paymentId: string;
  customerId: string;
  personId: string;
  payeeName: string;
  dueAt: string;
}>;

export const answerMissing = event<ReminderNews>('review.answer-missing');

export type DelayNews = Omit<ReminderNews, 'dueAt'> & Readonly<{ deadlineAt: string }>;

/** By law the payer is told of the delay and what to do. */
export const paymentDelayed = event<DelayNews>('review.payment-delayed');
