export { type CheckedOrder, checkOrder } from './check-order.ts';
export { createPayment } from './create-payment.ts';
export { createPaymentBatch } from './create-payment-batch.ts';
export { worstCaseDuringApproval } from './deferred-exchange.ts';
export { requirePayeeReference } from './payee-reference.ts';
export type { PaymentOrder } from './payment-order.ts';
export { placeHold, recordDetails } from './place-hold.ts';
export { requireRecurringRegulatoryInformation } from './require-regulatory-information.ts';
export { pendingDetailsOf } from './write-payment.ts';
