export { cardPaymentRule } from './card-payment.settings.ts';
export { declineMessage, listPaymentsOfCustomer } from './card-payment.view.ts';
export {
  type CardDisputeEvent,
  type CardPaymentEvent,
  type CardReceiptMissing,
  type CardShortfallRecovered,
  cardDisputeChanged,
  cardPaymentChanged,
  cardPaymentShort,
  cardReceiptMissing,
  cardShortfallRecovered,
} from './card-payment-events.ts';
export { listSettlements, scheduleComparison, showSettlement } from './settlement.read.ts';
