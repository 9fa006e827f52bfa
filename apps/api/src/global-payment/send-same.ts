import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { requireOwnPayee } from '../payee/payee.ts';
import { amountTyped, feeShown, makePayment, wayToPayee } from '../payment/payment.ts';
import { requireApproval } from '../pin/pin.ts';

type Order = Input<typeof contract.globalPayment.sendSame>;

/**
 * Sends money abroad in the currency of its account. The approval of the PIN, given for exactly these figures, is used up
 * in the same transaction. Refusals are those of `makePayment`; each leaves nothing behind.
 */
export const sendSame: Verb<typeof contract.globalPayment.sendSame> = (ctx, order) => send(ctx, order);

/** The same, by the name that the specification has for payments that may need documents. */
export const sendPending: Verb<typeof contract.globalPayment.sendPending> = (ctx, order) => send(ctx, order);

async function send(ctx: CustomerCtx, order: Order) {
  const { approval, idempotency, confirmDuplicate, ...terms } = order;
  const { note, purposeCode, sourceOfFunds, relationship, ...figures } = terms;
  const { type } = await requireOwnPayee(ctx, order.payeeUid);
  return makePayment(ctx, ctx.actor, {
    kind: 'global_same',
    ...wayToPayee(type, order),
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount: amountTyped(order.currency, order.amount),
    fee: feeShown(order.currency, order.fee),
    reference: order.reference,
    said: { note, purposeCode, sourceOfFunds, relationship },
    executionDate: order.executionDate,
    confirmDuplicate,
    approve: () =>
      requireApproval(ctx, approval, {
        operation: 'payment.global.same',
        ...figures,
        paymentIdempotency: idempotency,
      }),
  });
}
