import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { requestApproval } from './approval-handler.ts';
import { approvalRequirementsForConversion } from './approval-requirements.ts';
import { executeConversion } from './book-conversion.ts';
import { lockOpenQuote } from './conversion.ts';
import { viewConversion, viewPendingConversion } from './conversion.view.ts';
import { markQuoteUsed } from './quote-row.ts';
import { requireTradableAccount, requireTradingPermission } from './trading-permission.ts';
import { createWorstCaseQuote, requireWorstCaseConsent } from './worst-case-quote.ts';

/** Quote and PIN authorisation are consumed in one transaction; a refusal leaves both unused. */
export const createConversion: Verb<typeof contract.fx.convert> = async (ctx, input) => {
  const { actor, now } = ctx;
  const { quoteId, sourceBankholderId, targetBankholderId, worstCase: agreed, authorisation, idempotency } = input;
  const quote = await lockOpenQuote(ctx, quoteId);
  const { sell, fee, buy } = quote.price;
  await requireTradingPermission(ctx, 'fx.instant', buy.currency);
  const source = await requireTradableAccount(ctx, sourceBankholderId, sell.currency);
  const target = await requireTradableAccount(ctx, targetBankholderId, buy.currency);
  const demands = await approvalRequirementsForConversion(ctx, actor, sell);
  const worst = demands.length > 0 ? await createWorstCaseQuote(ctx, quote) : undefined;
  if (worst) requireWorstCaseConsent(worst, agreed, 'exchange');
  // The PIN authorises the stored quote, never the client's copy of its figures.
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'fx.convert',
    quoteId,
    sourceBankholderId,
    targetBankholderId,
    amount: formatAmount(sell),
    currency: sell.currency,
    fee: formatAmount(fee),
    buyAmount: formatAmount(buy),
    buyCurrency: buy.currency,
    ...(agreed !== undefined && { worstCase: agreed }),
    paymentIdempotency: idempotency,
  });
  const accounts = { source, target };
  if (worst)
    return viewPendingConversion(await requestApproval(ctx, { quote, worstCase: worst, ...accounts }, demands), {
      worst,
      ...accounts,
      at: now,
    });
  await markQuoteUsed(ctx, quote);
  return viewConversion({
    ...(await executeConversion(ctx, actor, { quote, ...accounts })),
    price: quote.price,
    ...accounts,
    at: now,
  });
};
