export { decidePayment } from './decide-payment.ts';
export { viewPaymentsById } from './show-payments.ts';
export { updatePendingStatus } from './mark-overdue.ts';
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
  paymentSubmitted,
  paymentWaiting,
  recallAnswered,
} from './payment-events.ts';
export { requirePayerAddress } from './payment-party.ts';
export type { TrackerUpdate } from './rail.ts';
export { swiftKinds, viewOwnSwiftPayment } from './show-payments.ts';
