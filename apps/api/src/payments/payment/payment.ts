/**
 * A payment to a payee's account at another bank: its row, its states, who waits for what until when, and how customers
 * see it. The modules of this district that start, price, send and return payments share its table and its queries;
 * others get here its events, its settings and decisions about a payment under review.
 */
export { decidePayment } from './decide-payment.ts';
export { grantFeeWaivers } from './fee-waiver.sql.ts';
export { updatePendingStatus } from './mark-overdue.ts';
export { requireOwnPayment } from './payment.read.ts';
export {
  bankHoliday,
  holidayCalendar,
  paymentSetting,
  reviewRule,
  rfiReasonCode,
  schedulingRule,
} from './payment.settings.ts';
export { lockPayer, type Payment } from './payment.sql.ts';
export { deductedCharges, totalCost } from './payment.view.ts';
export {
  creditReceived,
  type IncomingCredit,
  type PaymentEvent,
  paymentCancelled,
  paymentCompleted,
  paymentHeld,
  paymentRejected,
  paymentReturned,
  paymentSent,
  paymentWaiting,
  recallAnswered,
} from './payment-events.ts';
export { requirePayerAddress } from './payment-party.ts';
export type { TrackerUpdate } from './rail.ts';
export { findSwiftPayments, isSwiftKind, swiftKinds, viewOwnSwiftPayment, viewPaymentsById } from './show-payments.ts';
