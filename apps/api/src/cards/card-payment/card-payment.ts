/**
 * A payment with a card that we issued. The processor asks us to authorise it within seconds, then reports what was
 * taken, released or refunded, in any order; books follow the totals of the latest report. Also its receipts, its
 * disputes, and the daily settlement files that are compared with our books.
 */

export { cardPaymentRule } from './card-payment.settings.ts';
export { declineMessage, listPaymentsOfCustomer } from './card-payment.view.ts';
export {
  type CardDisputeEvent,
  type CardPaymentEvent,
  cardDisputeChanged,
  cardPaymentChanged,
  cardPaymentShort,
  cardReceiptMissing,
  cardShortfallRecovered,
} from './card-payment-events.ts';
export { listSettlements, scheduleComparison, showSettlement } from './settlement.read.ts';
