import type { PaymentView } from '@larkmere/contract/payments/payment';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { Payer } from '../payment/payer.ts';
import { findPaymentOfSource, lockPayer } from '../payment/payment.sql.ts';
import { buildPaymentView, viewPayment } from '../payment/payment.view.ts';
import { paymentApproval } from './approval-handler.ts';
import { checkOrder } from './check-order.ts';
import { deferExchange } from './deferred-exchange.ts';
import type { PaymentOrder } from './payment-order.ts';
import { persistPayment } from './persist-payment.ts';

/**
 * Creates a payment inside the caller's transaction: checks, prices and screens it, holds the money and stores it, or
 * refuses and leaves nothing behind. A scheduled payment holds no money and is checked again on its day. The caller has
 * verified that the payer wants it. A source that retries gets its first payment back.
 */
export async function createPayment(ctx: Ctx, payer: Payer, wanted: PaymentOrder): Promise<PaymentView> {
  const { tx } = ctx;
  const locked = lockPayer(tx, payer.customerId); // later queries on this connection wait for it
  const before = wanted.source && (await pipeline(locked, findPaymentOfSource(tx, wanted.source)))[1];
  if (before) return viewPayment({ ...ctx, actor: payer }, before, wanted.sourceBankholderId);
  const order = (await pipeline(locked, deferExchange(ctx, payer, wanted)))[1];
  const checked = await checkOrder(ctx, payer, order);
  const payment = await persistPayment(ctx, payer, order, checked);
  const { account, nameCheck, price, approvalRequirements: requirements } = checked;
  const maker = { customerId: payment.customer_id, userId: payment.user_id };
  const team = await paymentApproval.request(ctx, { id: payment.id, item: payment, maker, requirements });
  if (checked.draft) return viewPayment({ ...ctx, actor: payer }, payment, account.bankholderId);
  return buildPaymentView(payment, {
    bankholderId: account.bankholderId,
    transitions: (checked.schedule || team ? [payment.state] : ['screening', payment.state]).map((state) => ({
      state,
      at: payment.created_at,
      note: null,
    })),
    freeTransfer: price.feeWaivers.length > 0,
    recall: null,
    compensations: [],
    teamApproval: team,
    documents:
      checked.documents.length > 0
        ? { types: checked.documents.map(({ type }) => type), kept: checked.documents.length }
        : undefined,
    canApprove: false, // makers never approve their own payments
    exchange: order.exchange,
    nameCheck: nameCheck.result && { result: nameCheck.result, actualName: nameCheck.actualName },
  });
}
