import { outside, type Subscription } from '../kernel/relay.ts';
import { deliverRecall } from './deliver-recall.ts';
import { dispatchPayment } from './dispatch-payment.ts';
import { paymentHeld, recallAsked } from './payment-news.ts';
import type { Rails } from './rails.ts';

/** What leaves the house when something happened to a payment. */
export const paymentListeners = (rails: Rails): Subscription[] => [
  outside(paymentHeld, 'dispatch-payment', dispatchPayment(rails)),
  outside(recallAsked, 'deliver-recall', deliverRecall(rails)),
];
