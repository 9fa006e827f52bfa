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

/** A figure of the server; nothing can be spent of an account that is overdrawn. */
const spendable = ({ amount, currency }: Shown): Money =>
  readAmount(currency as Currency, amount) ?? zero(currency as Currency);

/** Whether a draft's text is an amount that can be priced. */
export function isAmount(text: string, currency: Currency): boolean {
  const amount = readAmount(currency, text);
  return amount !== undefined && isPositive(amount);
}

/** What is wrong with it in the light of its price: more than there is, or than may be sent. What is planned needs no money yet. The server decides in the end. */
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

/** What is missing to pay so much out of what is available. */
export const missingOf = (available: Shown, needed: Shown): Shown => ({
  amount: formatAmount(subtract(spendable(needed), spendable(available))),
  currency: needed.currency,
});

/** The most that "Use all" may put in: what is available without the fee. */
export function mostOf(available: Shown, fee: Shown): string {
  const most = subtract(spendable(available), spendable(fee));
  return formatAmount(isPositive(most) ? most : zero(most.currency));
}
