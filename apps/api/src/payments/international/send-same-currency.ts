import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { message } from '@larkmere/messages/message';
import { requireOwnPayee } from '../../payees/payee/payee.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { initiatePayment, viewInitiatedPayment } from '../initiation/initiation.ts';
import { crossBorderRoute, requireQuotedFee } from '../pricing/pricing.ts';
import { splitPinTerms } from './send-cross-currency.ts';

type SameCurrencyRequest = Input<typeof contract.globalPayment.sendSame>;

export const sendSameCurrency: Verb<typeof contract.globalPayment.sendSame> = (ctx, order) => send(ctx, order);

/** The specification's name for payments that may need documents. */
export const sendPendingInternational: Verb<typeof contract.globalPayment.sendPending> = (ctx, order) =>
  send(ctx, order);

async function send(ctx: CustomerCtx, order: SameCurrencyRequest) {
  const { authorisation, idempotency, confirmDuplicate, amountSide, ...terms } = order;
  const { figures, beside } = splitPinTerms(terms);
  const { type } = await requireOwnPayee(ctx, order.payeeUid);
  const way = crossBorderRoute(type, order);
  if (amountSide === 'target' && way.rail === 'swift' && order.chargeType !== 'OUR') throw receivedAmountRefusal();
  const initiated = await initiatePayment(ctx, ctx.actor, {
    source: 'form',
    kind: 'global_same',
    route: 'direct',
    ...way,
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount: requirePositiveAmount(order.currency, order.amount),
    fee: requireQuotedFee(order.currency, order.fee),
    reference: order.reference,
    ...beside,
    scheme: undefined,
    executionDate: order.executionDate,
    draftUid: order.draftUid,
    isDuplicateConfirmed: confirmDuplicate ?? false,
    authorisation: {
      token: authorisation,
      sessionId: ctx.actor.sessionId,
      purpose: { operation: 'payment.global.same', ...figures, paymentIdempotency: idempotency },
    },
  });
  return viewInitiatedPayment(ctx, initiated);
}

const receivedAmountRefusal = (): Refusal =>
  new Refusal('amount_invalid', {
    reason: message('arrival_amount_not_guaranteed'),
    errors: [{ field: 'amountSide', code: 'not_allowed', reason: message('arrival_amount_needs_our') }],
  });
