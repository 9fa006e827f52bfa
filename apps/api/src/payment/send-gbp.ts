import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { requireApproval } from '../pin/pin.ts';
import { makePayment } from './payment.ts';
import { requireAmount, requireFee } from './price.ts';
import { fasterPayments } from './way.ts';

type Order = Input<typeof contract.payment.sendGbp>;

/**
 * Sets the money aside and queues the payment for Faster Payments; nothing leaves the firm here. The approval of the PIN
 * is used up in the same transaction. Each refusal of the contract leaves nothing behind.
 */
export const sendGbp: Verb<typeof contract.payment.sendGbp> = async (ctx, order) =>
  makePayment(ctx, ctx.actor, {
    kind: 'domestic',
    ...fasterPayments,
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount: requireAmount(order.currency, order.amount),
    fee: requireFee(order.currency, order.fee),
    reference: order.reference,
    confirmDuplicate: order.confirmDuplicate,
    approve: () => approve(ctx, order),
  });

const approve = (
  ctx: CustomerCtx,
  { sourceBankholderId, payeeUid, payeeVersion, amount, currency, fee, reference, idempotency, approval }: Order,
): Promise<void> =>
  requireApproval(ctx, approval, {
    operation: 'payment.gbp',
    sourceBankholderId,
    payeeUid,
    payeeVersion,
    amount,
    currency,
    fee,
    reference,
    paymentIdempotency: idempotency,
  });
