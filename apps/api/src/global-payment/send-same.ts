import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import { requireAmount } from '../kernel/amount.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { requireOwnPayee } from '../payee/payee.ts';
import { feeShown, makePayment, wayToPayee } from '../payment/payment.ts';
import { requireApproval } from '../pin/pin.ts';
import { apart } from './beside.ts';

type Order = Input<typeof contract.globalPayment.sendSame>;

export const sendSame: Verb<typeof contract.globalPayment.sendSame> = (ctx, order) => send(ctx, order);

/** The specification's name for payments that may need documents. */
export const sendPending: Verb<typeof contract.globalPayment.sendPending> = (ctx, order) => send(ctx, order);

async function send(ctx: CustomerCtx, order: Order) {
  const { approval, idempotency, confirmDuplicate, amountSide, ...terms } = order;
  const { figures, beside } = apart(terms);
  const { type } = await requireOwnPayee(ctx, order.payeeUid);
  const way = wayToPayee(type, order);
  if (amountSide === 'target' && way.rail === 'swift' && order.chargeType !== 'OUR') throw keptOnTheWay();
  return makePayment(ctx, ctx.actor, {
    kind: 'global_same',
    ...way,
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount: requireAmount(order.currency, order.amount),
    fee: feeShown(order.currency, order.fee),
    reference: order.reference,
    ...beside,
    executionDate: order.executionDate,
    draftUid: order.draftUid,
    confirmDuplicate,
    approve: () =>
      requireApproval(ctx, approval, {
        operation: 'payment.global.same',
        ...figures,
        paymentIdempotency: idempotency,
      }),
  });
}

function keptOnTheWay(): Refusal {
  const message =
    'Banks on the way keep part of it, so nobody can promise what arrives. Nothing was sent. Choose OUR, or say what leaves.';
  return new Refusal('amount_invalid', { message, errors: [{ field: 'amountSide', code: 'amount_invalid', message }] });
}
