import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { isDraft, requireOwnPayeeOrDraft } from '../../payees/payee/payee.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { approvalRequirementsForConversion } from './approval-requirements.ts';
import { expireQuotes, insertQuote, nextQuoteAllowedAt, withdrawQuote } from './conversion.sql.ts';
import { viewQuote } from './conversion.view.ts';
import { spotPrice } from './price.ts';
import { type Quote, quoteFromRow, toPriceColumns } from './quote-row.ts';
import { requireTradingPermission } from './trading-permission.ts';
import { createWorstCaseQuote, type WorstCaseQuote } from './worst-case-quote.ts';

export const createFxQuote: Verb<typeof contract.fx.quote> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const { sell, buy, side, payeeUid, replaces } = input;
  const { mayUpgrade } = await requireTradingPermission(ctx, payeeUid ? 'payment.crosscurrency' : 'fx.instant', buy);
  if (payeeUid) await requirePayeeCurrency(ctx, payeeUid, buy);
  await requireQuoteAllowance(ctx);
  const amount = requirePositiveAmount(side === 'sell' ? sell : buy, input.amount);
  const request = { side, sell, buy, amount };
  const { price, terms } = await spotPrice(ctx, { ...request, tier: actor.userType });
  const offersPlus = actor.userType === 'wallet' && mayUpgrade;
  const plus = offersPlus ? await spotPrice(ctx, { ...request, tier: 'plus' }) : undefined;
  if (replaces) await withdrawQuote(tx, replaces, actor.userId);
  const row = await insertQuote(tx, {
    id: v7(),
    customerId: actor.customerId,
    userId: actor.userId,
    tier: actor.userType,
    side,
    ...toPriceColumns(price),
    offHours: terms.closed !== undefined,
    indicative: terms.indicative,
    madeAt: now,
    expiresAt: new Date(now.getTime() + terms.validSeconds * 1000),
  });
  const quote = quoteFromRow(row);
  return viewQuote(quote, terms, {
    plus: plus?.price,
    worst: payeeUid ? undefined : await worstCaseIfApprovalRequired(ctx, quote),
  });
};

async function worstCaseIfApprovalRequired(ctx: CustomerCtx, quote: Quote): Promise<WorstCaseQuote | undefined> {
  try {
    const demands = await approvalRequirementsForConversion(ctx, ctx.actor, quote.price.sell);
    return demands.length > 0 ? await createWorstCaseQuote(ctx, quote) : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function requirePayeeCurrency(ctx: CustomerCtx, payeeUid: string, buy: Currency): Promise<void> {
  const payee = await requireOwnPayeeOrDraft(ctx, payeeUid);
  if ((payee.status !== 'approved' && !isDraft(payee)) || payee.currency !== buy)
    throw new Refusal('payee_not_approved');
}

/** A quote is a free option for the customer, so their number per minute is limited. */
export async function requireQuoteAllowance({ tx, actor, now }: CustomerCtx): Promise<void> {
  const againAt = await nextQuoteAllowedAt(tx, actor.customerId);
  if (!againAt) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((againAt.getTime() - now.getTime()) / 1000));
  const wait = message('duration_seconds', { count: retryAfterSeconds });
  const reason = message('quote_requests_limited', { wait });
  throw new Refusal('rate_limited', { reason, retryAfterSeconds, data: { retryAfter: retryAfterSeconds } });
}

export const quoteExpiry = defineJob({
  name: 'expire-quotes',
  everySeconds: 60,
  run: ({ transaction }) => transaction(({ tx }) => expireQuotes(tx)),
});
