import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import {
  lockOpenQuote,
  markQuoteUsed,
  requireTradingPermission,
  withdrawLockedQuote,
} from '../../fx/conversion/conversion.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { requireOwnPayee } from '../../payees/payee/payee.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { createPayment } from '../initiation/initiation.ts';
import { crossBorderRoute, requireQuotedFee } from '../pricing/pricing.ts';
import { splitPinTerms } from './split-pin-terms.ts';

/**
 * Exchange and payment share one hold and one ledger transfer, so neither happens alone. If approval is needed, the
 * exchange happens at release, within the agreed worst case.
 */
export const sendCrossCurrency: Verb<typeof contract.globalPayment.sendCross> = async (ctx, order) => {
  const { authorisation, idempotency, confirmDuplicate, ...terms } = order;
  const { figures, beside } = splitPinTerms(terms);
  await requireTradingPermission(ctx, 'payment.crosscurrency');
  const { type } = await requireOwnPayee(ctx, order.payeeUid);
  const way = crossBorderRoute(type, order);
  const quote = await lockOpenQuote(ctx, order.quoteId);
  const { sell, buy } = quote.price;
  const made = await createPayment(ctx, ctx.actor, {
    kind: 'global_cross',
    ...way,
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount: buy,
    exchange: quote,
    agreedWorstCase: order.worstCase,
    fee: requireQuotedFee(sell.currency, order.fee),
    reference: order.reference,
    ...beside,
    draftUid: order.draftUid,
    isDuplicateConfirmed: confirmDuplicate,
    // The PIN must match the figures of the quote, not those of the request.
    redeemAuthorisation: () =>
      requirePinAuthorisation(ctx, authorisation, {
        operation: 'payment.global.cross',
        ...figures,
        amount: formatAmount(sell),
        currency: sell.currency,
        buyAmount: formatAmount(buy),
        buyCurrency: buy.currency,
        paymentIdempotency: idempotency,
      }),
  });
  await (made.rateOpen ? withdrawLockedQuote(ctx, quote) : markQuoteUsed(ctx, quote));
  return made;
};
