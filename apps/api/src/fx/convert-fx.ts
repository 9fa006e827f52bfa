import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import type { Verb } from '../kernel/verb.ts';
import { requireApproval } from '../pin/pin.ts';
import { askTeam } from './ask-team.ts';
import { carryOut } from './carry-out.ts';
import { demandsOnExchange } from './demands.ts';
import { lockQuote, useQuote } from './fx.ts';
import { viewAsked, viewConversion } from './fx.view.ts';
import { requireMayDeal } from './may-deal.ts';
import { requireUsableHolding } from './own-holding.ts';
import { requireAgreed, worstQuote } from './worst-quote.ts';

/** Quote and PIN authorisation are consumed in one transaction; a refusal leaves both unused. */
export const convertFx: Verb<typeof contract.fx.convert> = async (ctx, input) => {
  const { actor, now } = ctx;
  const { quoteId, sourceBankholderId, targetBankholderId, worst: agreed, approval, idempotency } = input;
  await requireMayDeal(ctx, 'fx.instant');
  const quote = await lockQuote(ctx, quoteId);
  const { sell, fee, buy } = quote.price;
  const source = await requireUsableHolding(ctx, sourceBankholderId, sell.currency);
  const target = await requireUsableHolding(ctx, targetBankholderId, buy.currency);
  const demands = await demandsOnExchange(ctx, actor, sell);
  const worst = demands.length > 0 ? await worstQuote(ctx, actor, quote) : undefined;
  if (worst) requireAgreed(worst, agreed, 'exchange');
  // The PIN authorises the stored quote, never the client's copy of its figures.
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
    ...(agreed !== undefined && { worst: agreed }),
    paymentIdempotency: idempotency,
  });
  const accounts = { source, target };
  if (worst)
    return viewAsked(await askTeam(ctx, { quote, worst, ...accounts }, demands), { worst, ...accounts, at: now });
  await useQuote(ctx, quote);
  return viewConversion({
    ...(await carryOut(ctx, actor, { quote, ...accounts })),
    price: quote.price,
    ...accounts,
    at: now,
  });
};
