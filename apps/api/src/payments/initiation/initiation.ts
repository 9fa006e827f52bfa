/**
 * The one way in which a payment starts, whoever starts it: a form, a row of a file, a standing order, a scheduled day
 * or a filled order. An order is checked, priced, screened, approved if the customer's rules say so, stored, and its
 * money held, all in one transaction. What is sent afterwards belongs to `execution`.
 */

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
export { authorisedRest, lockRest, type RestExchange } from './rest-exchange.ts';
