import { formatDisplayMoney } from '@larkmere/money/display-amount';
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
  const { approval_tolerance_bps } = await requireSetting(tx, quoteSetting, {});
  const terms = { mid: subtractMargin(mid, approval_tolerance_bps), marginBps, fee };
  const worst = calculatePrice(terms, side, side === 'sell' ? sell : buy);
  if (!worst) throw new Refusal('amount_invalid');
  const withdrawn: EndedQuote = { ...quote, id: v7(), state: 'withdrawn', price: worst, indicative: true };
  return { quote: withdrawn, limit: rateDependentAmount(withdrawn) };
}

const rateDependentAmount = ({ side, price: { sell, buy } }: Quote): Money => (side === 'sell' ? buy : sell);

const messageWords = {
  payment: { what: 'payments', done: 'sent', least: 'sent' },
  exchange: { what: 'exchanges', done: 'exchanged', least: 'bought' },
} as const;

/** Refuses `approval_required`, with the worst case in its data, unless the customer agreed to exactly that amount. */
export function requireWorstCaseConsent(
  { quote, limit }: WorstCaseQuote,
  agreed: string | undefined,
  kind: keyof typeof messageWords,
): void {
  const typed = agreed === undefined ? undefined : readAmount(limit.currency, agreed);
  if (typed && compare(typed, limit) === 0) return;
  const [amount, currency] = [formatAmount(limit), limit.currency];
  const { what, done, least } = messageWords[kind];
  const how =
    quote.side === 'sell'
      ? `${amount} ${currency} are ${least} at least`
      : `${amount} ${currency} ${kind === 'payment' ? 'beside the fee ' : ''}are taken at most`;
  throw new Refusal('approval_required', {
    message: `A colleague has to approve ${what} like this, and the rate does not wait for that. Nothing was ${done}. Agree that ${how} at the rate of then.`,
    data: { worst: amount, currency },
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
  const what =
    side === 'sell'
      ? `${formatDisplayMoney(sell)} buy ${formatDisplayMoney(buy)} at the moment, less than the ${formatDisplayMoney(rateDependentAmount(agreed))} that were agreed to.`
      : `${formatDisplayMoney(buy)} take ${formatDisplayMoney(sell)} at the moment, more than the ${formatDisplayMoney(rateDependentAmount(agreed))} that were agreed to.`;
  return new Refusal('rate_moved', {
    message: `${what} Nothing was moved, and it still waits. Approve it at a better rate, or send it back.`,
  });
}
