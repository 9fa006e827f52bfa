export { cardPaymentRule } from './card-payment.settings.ts';
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
export { declineMessage } from './decline-message.ts';
export { listSettlements, scheduleComparison, showSettlement } from './settlement.view.ts';
export { listPaymentsOfCustomer } from './staff.view.ts';
