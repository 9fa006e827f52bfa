import { payeeChanged } from '../payees/payee/payee.ts';
import type { Db } from '../platform/db/db.ts';
import { externalHandler, type Subscription, transactionalHandler } from '../platform/events/relay.ts';
import { type ScheduledJob, scheduleJob } from '../platform/jobs/schedule-job.ts';
import type { Log } from '../platform/observability/log.ts';
import { dispatchPayment } from './execution/dispatch-payment.ts';
import { enquirePaymentStatuses } from './execution/enquire-payment-status.ts';
import type { RailFor } from './execution/rail-registry.ts';
import { releasePayments } from './execution/release-payments.ts';
import { expireHolds } from './payment/expire-holds.ts';
import { paymentHeld, recallRequested } from './payment/payment-events.ts';
import { deliverRecall } from './recall/deliver-recall.ts';
import { rejectScheduledToChangedPayee } from './scheduled/on-payee-changed.ts';
import { runDueScheduledPayments } from './scheduled/run-scheduled-payments.ts';

export const paymentListeners = (rails: RailFor): Subscription[] => [
  externalHandler(paymentHeld, 'dispatch-payment', dispatchPayment(rails)),
  transactionalHandler(payeeChanged, 'reject-scheduled-payments', rejectScheduledToChangedPayee),
  externalHandler(recallRequested, 'deliver-recall', deliverRecall(rails)),
];

export const paymentJobs = (db: Db, rails: RailFor, log: Log): ScheduledJob[] => [
  scheduleJob('run scheduled payments', 1000, () => runDueScheduledPayments(db, log), log),
  scheduleJob('release payments', 2000, () => releasePayments(db), log),
  scheduleJob('enquire payment statuses', 2000, () => enquirePaymentStatuses(db, rails, log), log),
  scheduleJob('expire holds', 60_000, () => expireHolds(db), log),
];
