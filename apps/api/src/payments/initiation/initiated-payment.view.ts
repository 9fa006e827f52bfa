import type { PaymentView } from '@larkmere/contract/payments/payment';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { buildPaymentView, viewPayment } from '../payment/payment.view.ts';
import type { InitiatedPayment } from './initiate-payment.ts';
import { exchangeOf, restOf } from './payment-order.ts';

/** Without a query for a new payment: everything about it is known. */
export async function viewInitiatedPayment(
  ctx: CustomerCtx,
  { payment, bankholderId, created }: InitiatedPayment,
): Promise<PaymentView> {
  if (!created || created.checked.earlier) return viewPayment(ctx, payment, bankholderId);
  const { order, checked, approvalRequest } = created;
  const { nameCheck, price, schedule, documents } = checked;
  return buildPaymentView(payment, {
    bankholderId,
    transitions: (schedule || approvalRequest ? [payment.state] : ['screening', payment.state]).map((state) => ({
      state,
      at: payment.createdAt,
      note: null,
    })),
    freeTransfer: price.feeWaivers.length > 0,
    recall: null,
    compensations: [],
    teamApproval: approvalRequest,
    documents: documents.length > 0 ? { types: documents.map(({ type }) => type), kept: documents.length } : undefined,
    canApprove: false, // makers never approve their own payments
    exchange: exchangeOf(order)?.quote,
    rest: restOf(order)?.quote,
    nameCheck: nameCheck.result && { result: nameCheck.result, actualName: nameCheck.actualName },
  });
}
