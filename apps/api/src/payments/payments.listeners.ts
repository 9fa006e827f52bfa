import { payeeChanged } from '../payees/payee/payee.ts';
import { externalHandler, type Subscription, transactionalHandler } from '../platform/events/relay.ts';
import { defineJob, type Job } from '../platform/jobs/job.ts';
import { dispatchPayment } from './execution/dispatch-payment.ts';
import { enquirePaymentStatuses } from './execution/enquire-payment-status.ts';
import type { RailFor } from './execution/rail-registry.ts';
import { releasePayments } from './execution/release-payments.ts';
import { expireHolds } from './payment/expire-holds.ts';
import { paymentHeld, recallRequested } from './payment/payment-events.ts';
import { deliverRecall } from './recall/deliver-recall.ts';
import { rejectScheduledToChangedPayee } from './scheduled/on-payee-changed.ts';
import { scheduledPaymentJob } from './scheduled/run-scheduled-payments.ts';

export const paymentListeners = (rails: RailFor): Subscription[] => [
  externalHandler(paymentHeld, 'dispatch-payment', dispatchPayment(rails)),
  transactionalHandler(payeeChanged, 'reject-scheduled-payments', rejectScheduledToChangedPayee),
  externalHandler(recallRequested, 'deliver-recall', deliverRecall(rails)),
];

export const paymentJobs = (rails: RailFor): Job[] => [
  scheduledPaymentJob,
  defineJob({ name: 'release-payments', everySeconds: 2, run: ({ db }) => releasePayments(db) }),
  defineJob({
    name: 'enquire-payment-statuses',
    everySeconds: 2,
    run: ({ db, log }) => enquirePaymentStatuses(db, rails, log),
  }),
  defineJob({ name: 'expire-holds', everySeconds: 60, run: ({ db }) => expireHolds(db) }),
];
