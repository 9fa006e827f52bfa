import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import { giveUpQuote, lockQuote, requireRightToDeal, useQuote } from '../fx/fx.ts';
import type { Verb } from '../kernel/verb.ts';
import { requireOwnPayee } from '../payee/payee.ts';
import { feeShown, makePayment, wayToPayee } from '../payment/payment.ts';
import { requireApproval } from '../pin/pin.ts';
import { apart } from './beside.ts';

/**
 * Exchange and payment share one hold and one ledger transfer, so neither happens alone. If approval is needed, the
 * exchange happens at release, within the agreed worst case.
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
    // The PIN must match the figures of the quote, not those of the request.
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
