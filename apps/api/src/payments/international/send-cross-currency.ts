import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import { lockOpenQuote, requireTradingPermission } from '../../fx/conversion/conversion.ts';
import { requireOwnPayee } from '../../payees/payee/payee.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { initiatePayment, viewInitiatedPayment } from '../initiation/initiation.ts';
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
  const initiated = await initiatePayment(ctx, ctx.actor, {
    source: 'exchange_form',
    kind: 'global_cross',
    route: 'direct',
    ...way,
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeUid,
    payeeVersion: order.payeeVersion,
    amount: buy,
    exchange: { kind: 'accepted', quote },
    agreedWorstCase: order.worstCase,
    fee: requireQuotedFee(sell.currency, order.fee),
    reference: order.reference,
    ...beside,
    draftUid: order.draftUid,
    isDuplicateConfirmed: confirmDuplicate ?? false,
    // The PIN must match the figures of the quote, not those of the request.
    authorisation: {
      token: authorisation,
      sessionId: ctx.actor.sessionId,
      purpose: {
        operation: 'payment.global.cross',
        ...figures,
        amount: formatAmount(sell),
        currency: sell.currency,
        buyAmount: formatAmount(buy),
        buyCurrency: buy.currency,
        paymentIdempotency: idempotency,
      },
    },
  });
  return viewInitiatedPayment(ctx, initiated);
};
