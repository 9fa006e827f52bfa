import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Verb } from '../kernel/verb.ts';
import { requireApproval } from '../pin/pin.ts';
import { convert, fxConverted, lockQuote, useQuote } from './fx.ts';
import { marketRate, viewConversion } from './fx.view.ts';
import { requireMayDeal } from './may-deal.ts';
import { requireUsableHolding } from './own-holding.ts';

/**
 * Exchanges between two of the caller's own accounts at a quoted price, at once. Quote and approval are used up in the
 * same transaction; each refusal of the contract leaves nothing behind.
 */
export const convertFx: Verb<typeof contract.fx.convert> = async (ctx, input) => {
  const { actor, now } = ctx;
  const { quoteId, sourceBankholderId, targetBankholderId, approval, idempotency } = input;
  await requireMayDeal(ctx, 'fx.instant');
  const quote = await lockQuote(ctx, quoteId);
  const { sell, fee, buy, rate } = quote.price;
  const source = await requireUsableHolding(ctx, sourceBankholderId, sell.currency);
  const target = await requireUsableHolding(ctx, targetBankholderId, buy.currency);
  // What the PIN was asked for is what the quote says, not what the request says of it.
  await requireApproval(ctx, approval, {
    operation: 'fx.convert',
    quoteId,
    sourceBankholderId,
    targetBankholderId,
    amount: formatAmount(sell),
    currency: sell.currency,
    fee: formatAmount(fee),
    buyAmount: formatAmount(buy),
    buyCurrency: buy.currency,
    paymentIdempotency: idempotency,
  });
  await useQuote(ctx, quote);
  const deal = { customerId: actor.customerId, personId: actor.personId, cause: 'instant' as const, quoteId };
  const [from, to] = [source.ledgerAccountId, target.ledgerAccountId];
  const { id, reference, receipt } = await convert(ctx, { ...deal, price: quote.price, from, to });
  const shown = marketRate(rate);
  await emit(ctx, fxConverted, {
    conversionId: id,
    customerId: actor.customerId,
    personId: actor.personId,
    cause: 'instant',
    sold: formatAmount(sell),
    sell: sell.currency,
    bought: formatAmount(buy),
    buy: buy.currency,
    rate: `1 ${shown.base} = ${shown.rate} ${shown.quote}`,
    link: `/statement?bankholderid=${targetBankholderId}`,
  });
  await audit(ctx, 'fx.converted', `conversion:${id}`, {
    reference,
    quote: quoteId,
    sold: `${formatAmount(sell)} ${sell.currency}`,
    bought: `${formatAmount(buy)} ${buy.currency}`,
  });
  return viewConversion({ id, reference, price: quote.price, receipt, source, target, at: now });
};
