import { message } from '@larkmere/messages/message';
import { compare, formatAmount, type Money, readAmount } from '@larkmere/money/money';
import { subtractMargin } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { quoteSetting } from './conversion.settings.ts';
import { createImmediateQuote, type EndedQuote } from './immediate-quote.ts';
import { calculatePrice, type Tier } from './price.ts';
import type { Quote } from './quote-row.ts';

/** `limit` is the amount that depends on the rate: the most that is sold or the least that is bought. */
export type WorstCaseQuote = Readonly<{ quote: EndedQuote; limit: Money }>;

/**
 * Assumes that the market moves against the customer by the whole tolerance. Never traded on. Refuses `amount_invalid`
 * if nothing would be bought.
 */
export async function createWorstCaseQuote({ tx }: Pick<Ctx, 'tx'>, quote: Quote): Promise<WorstCaseQuote> {
  const { side, price } = quote;
  const { mid, marginBps, fee, sell, buy } = price;
  const { approvalToleranceBps } = await requireSetting(tx, quoteSetting, {});
  const terms = { mid: subtractMargin(mid, approvalToleranceBps), marginBps, fee };
  const worst = calculatePrice(terms, side, side === 'sell' ? sell : buy);
  if (!worst) throw new Refusal('amount_invalid');
  const withdrawn: EndedQuote = { ...quote, id: v7(), state: 'withdrawn', price: worst, indicative: true };
  return { quote: withdrawn, limit: rateDependentAmount(withdrawn) };
}

const rateDependentAmount = ({ side, price: { sell, buy } }: Quote): Money => (side === 'sell' ? buy : sell);

const consentCodes = {
  payment: { sell: 'approval_needs_minimum_payment', buy: 'approval_needs_maximum_payment' },
  exchange: { sell: 'approval_needs_minimum_exchange', buy: 'approval_needs_maximum_exchange' },
} as const;

/** Refuses `approval_required`, with the worst case in its data, unless the customer agreed to exactly that amount. */
export function requireWorstCaseConsent(
  { quote, limit }: WorstCaseQuote,
  agreed: string | undefined,
  kind: keyof typeof consentCodes,
): void {
  const typed = agreed === undefined ? undefined : readAmount(limit.currency, agreed);
  if (typed && compare(typed, limit) === 0) return;
  throw new Refusal('approval_required', {
    reason: message(consentCodes[kind][quote.side], { limit }),
    data: { worst: formatAmount(limit), currency: limit.currency },
  });
}

/** Refuses `rate_moved` while the current price is worse than the agreed one, and as `createImmediateQuote`. */
export async function quoteWithinAgreedLimit(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { userType: tier }: Readonly<{ userType: Tier }>,
  agreed: Quote,
): Promise<EndedQuote> {
  const { side, price } = agreed;
  const [sell, buy] = [price.sell.currency, price.buy.currency];
  const amount = side === 'sell' ? price.sell : price.buy;
  const found = await createImmediateQuote(ctx, { tier, side, sell, buy, amount });
  const isWorse = compare(found.price.sell, price.sell) > 0 || compare(found.price.buy, price.buy) < 0;
  if (isWorse) throw worseRateRefusal(found, agreed);
  return found;
}

function worseRateRefusal({ side, price: { sell, buy } }: Quote, agreed: Quote): Refusal {
  const code = side === 'sell' ? 'approval_rate_below_agreed' : 'approval_cost_above_agreed';
  return new Refusal('rate_moved', { reason: message(code, { sell, buy, agreed: rateDependentAmount(agreed) }) });
}
