export { worstCaseDuringApproval } from './deferred-exchange.ts';
export {
  type DuplicatePayment,
  findDuplicatePayments,
} from './duplicate-check.read.ts';
export { initiatePayment, initiatePaymentBatch } from './initiate-payment.ts';
export { viewInitiatedPayment } from './initiated-payment.view.ts';
export type {
  BulkRowPayment,
  PaymentTerms,
  ScheduledDayPayment,
  StandingOrderPayment,
} from './payment-order.ts';
export { requirePayeeReference } from './payment-order.ts';
export { requireRecurringRegulatoryInformation } from './require-regulatory-information.ts';
