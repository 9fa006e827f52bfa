import type { Db } from '../kernel/db.ts';
import type { Log } from '../kernel/log.ts';
import { outside, type Subscription } from '../kernel/relay.ts';
import { type Repeating, repeat } from '../kernel/repeat.ts';
import { chasePayments } from './chase-payments.ts';
import { deliverRecall } from './deliver-recall.ts';
import { dispatchPayment } from './dispatch-payment.ts';
import { paymentHeld, recallAsked } from './payment-news.ts';
import type { Rails } from './rails.ts';
import { releasePayments } from './release-payments.ts';

/** What leaves the house when something happened to a payment. */
export const paymentListeners = (rails: Rails): Subscription[] => [
  outside(paymentHeld, 'dispatch-payment', dispatchPayment(rails)),
  outside(recallAsked, 'deliver-recall', deliverRecall(rails)),
];

/** What is looked at again and again: rails that opened, and rails that were silent. */
export const paymentTasks = (db: Db, rails: Rails, log: Log): Repeating[] => [
  repeat('release payments', 2000, () => releasePayments(db), log),
  repeat('chase payments', 2000, () => chasePayments(db, rails, log), log),
];
