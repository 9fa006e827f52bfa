import type { Db } from '../kernel/db.ts';
import type { Log } from '../kernel/log.ts';
import { inside, outside, type Subscription } from '../kernel/relay.ts';
import { type Repeating, repeat } from '../kernel/repeat.ts';
import { payeeChanged } from '../payee/payee.ts';
import { chasePayments } from './chase-payments.ts';
import { deliverRecall } from './deliver-recall.ts';
import { dispatchPayment } from './dispatch-payment.ts';
import { endPlannedTo } from './follow-payee.ts';
import { paymentHeld, recallAsked } from './payment-news.ts';
import type { Rails } from './rails.ts';
import { releasePayments } from './release-payments.ts';
import { tickPlanned } from './run-planned.ts';

export const paymentListeners = (rails: Rails): Subscription[] => [
  outside(paymentHeld, 'dispatch-payment', dispatchPayment(rails)),
  inside(payeeChanged, 'end-planned-payments', endPlannedTo),
  outside(recallAsked, 'deliver-recall', deliverRecall(rails)),
];

export const paymentTasks = (db: Db, rails: Rails, log: Log): Repeating[] => [
  repeat('run planned payments', 1000, () => tickPlanned(db, log), log),
  repeat('release payments', 2000, () => releasePayments(db), log),
  repeat('chase payments', 2000, () => chasePayments(db, rails, log), log),
];
