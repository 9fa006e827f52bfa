import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import { giveUpQuote, lockQuote, requireRightToDeal, useQuote } from '../fx/fx.ts';
import type { Verb } from '../kernel/verb.ts';
import { requireOwnPayee } from '../payee/payee.ts';
import { feeShown, makePayment, wayToPayee } from '../payment/payment.ts';
import { requireApproval } from '../pin/pin.ts';
import { apart } from './beside.ts';

/**
 * Sends money abroad out of an account of another currency. The quote is locked, used once, and exchange and payment are
 * one hold and later one transfer: neither happens without the other. What colleagues have to approve is exchanged when
 * they do, within what the order agrees to. Refusals are those of `lockQuote` and `makePayment`.
 */
export const sendCross: Verb<typeof contract.globalPayment.sendCross> = async (ctx, order) => {
  const { approval, idempotency, confirmDuplicate, ...terms } = order;
  const { figures, beside } = apart(terms);
  await requireRightToDeal(ctx, 'payment.crosscurrency');
  const { type } = await requireOwnPayee(ctx, order.payeeUid);
  const way = wayToPayee(type, order);
  const quote = await lockQuote(ctx, order.quoteId);
  const { sell, buy } = quote.price;
  const made = await makePayment(ctx, ctx.actor, {
    kind: 'global_cross',
    ...way,
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount: buy,
    exchange: quote,
    worst: order.worst,
    fee: feeShown(sell.currency, order.fee),
    reference: order.reference,
    ...beside,
    draftUid: order.draftUid,
    confirmDuplicate,
    // What the PIN was asked for is what the quote says, not what the request says of it.
    approve: () =>
      requireApproval(ctx, approval, {
        operation: 'payment.global.cross',
        ...figures,
        amount: formatAmount(sell),
        currency: sell.currency,
        buyAmount: formatAmount(buy),
        buyCurrency: buy.currency,
        paymentIdempotency: idempotency,
      }),
  });
  await (made.rateOpen ? giveUpQuote(ctx, quote) : useQuote(ctx, quote));
  return made;
};
