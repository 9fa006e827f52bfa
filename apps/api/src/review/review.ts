import { event } from '../kernel/outbox.ts';

export type ReminderNews = Readonly<{
  paymentId: string;
  customerId: string;
  personId: string;
  payeeName: string;
  dueAt: string;
}>;

/** We asked the customer days ago, and there is no answer yet. */
export const answerMissing = event<ReminderNews>('review.answer-missing');

export type DelayNews = Omit<ReminderNews, 'dueAt'> & Readonly<{ deadlineAt: string }>;

/** The law wants the payer told of a delay, and what to do. */
export const paymentDelayed = event<DelayNews>('review.payment-delayed');
