import { payeeChanged } from '../payees/payee/payee.ts';
import { externalHandler, type Subscription, transactionalHandler } from '../platform/events/relay.ts';
import { defineJob, type Job } from '../platform/jobs/job.ts';
import { revalidateRowsOfPayee } from './bulk/add-payees.ts';
import { deliverRecall } from './execution/deliver-recall.ts';
import { dispatchPayment, releasePayments } from './execution/dispatch-payment.ts';
import { enquirePaymentStatuses } from './execution/enquire-payment-status.ts';
import { expireHolds } from './payment/mark-overdue.ts';
import { paymentHeld, recallRequested } from './payment/payment-events.ts';
import type { PaymentBank } from './payment/rail.ts';
import { rejectScheduledToChangedPayee, scheduledPaymentJob } from './scheduled/run-scheduled-payments.ts';

export const paymentListeners = (bank: PaymentBank): Subscription[] => [
  externalHandler(paymentHeld, 'dispatch-payment', dispatchPayment(bank)),
  transactionalHandler(payeeChanged, 'reject-scheduled-payments', rejectScheduledToChangedPayee),
  transactionalHandler(payeeChanged, 'revalidate-bulk-rows', revalidateRowsOfPayee),
  externalHandler(recallRequested, 'deliver-recall', deliverRecall(bank)),
];

export const paymentJobs = (bank: PaymentBank): Job[] => [
  scheduledPaymentJob,
  defineJob({ name: 'release-payments', everySeconds: 2, run: ({ db }) => releasePayments(db) }),
  defineJob({
    name: 'enquire-payment-statuses',
    everySeconds: 2,
    run: ({ db, log }) => enquirePaymentStatuses(db, bank, log),
  }),
  defineJob({ name: 'expire-holds', everySeconds: 60, run: ({ db }) => expireHolds(db) }),
];
