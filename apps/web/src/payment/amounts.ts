import type { PriceView } from '@larkmere/contract/payment';
import {
  type Currency,
  compare,
  formatAmount,
  isPositive,
  type Money,
  readAmount,
  subtract,
  zero,
} from '@larkmere/money/money';
import type { Money as Shown } from '../ui/money.ts';

type PriceFault =
  | { fault: 'tooMuch'; available: Shown; needed: Shown; missing: Shown }
  | { fault: 'perPayment'; limit: Shown }
  | { fault: 'firstDay'; limit: Shown; until: string }
  | { fault: 'leftToday' | 'leftThatDay'; limit: Shown; used: Shown; perDay: Shown; resetsAt: string };

/** An overdrawn account counts as zero. */
const spendable = ({ amount, currency }: Shown): Money =>
  readAmount(currency as Currency, amount) ?? zero(currency as Currency);

export function isAmount(text: string, currency: Currency): boolean {
  const amount = readAmount(currency, text);
  return amount !== undefined && isPositive(amount);
}

/** A scheduled payment needs no funds yet. The server makes the final decision. */
export function priceFault({ amount, total, available, limit, plan }: PriceView): PriceFault | undefined {
  const isMore = (wanted: Shown, most: Money): boolean => compare(spendable(wanted), most) > 0;
  const above = (text: string): boolean => isMore(amount, spendable({ amount: text, currency: amount.currency }));
  const limitOf = (text: string): Shown => ({ amount: text, currency: amount.currency });
  if (above(limit.perPayment)) return { fault: 'perPayment', limit: limitOf(limit.perPayment) };
  const isPlanned = Boolean(plan?.leavesOn);
  if (above(limit.leftToday))
    return {
      fault: isPlanned ? 'leftThatDay' : 'leftToday',
      limit: limitOf(limit.leftToday),
      used: limitOf(limit.used),
      perDay: limitOf(limit.perDay),
      resetsAt: limit.resetsAt,
    };
  const { firstDay } = limit;
  if (firstDay && above(firstDay.left))
    return { fault: 'firstDay', limit: limitOf(firstDay.left), until: firstDay.until };
  if (isPlanned || !isMore(total, spendable(available))) return undefined;
  return { fault: 'tooMuch', available, needed: total, missing: missingOf(available, total) };
}

export const missingOf = (available: Shown, needed: Shown): Shown => ({
  amount: formatAmount(subtract(spendable(needed), spendable(available))),
  currency: needed.currency,
});

/** The amount that "Use all" enters: the available balance less the fee. */
export function mostOf(available: Shown, fee: Shown): string {
  const most = subtract(spendable(available), spendable(fee));
  return formatAmount(isPositive(most) ? most : zero(most.currency));
}
