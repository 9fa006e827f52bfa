import { exceededMemberLimit } from '@larkmere/contract/payments/exceeded-member-limit';
import type { PriceView } from '@larkmere/contract/payments/payment';
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
import type { Money as Shown } from '../../ui/money.ts';

type PriceError =
  | { fault: 'tooMuch'; available: Shown; needed: Shown; missing: Shown }
  | { fault: 'perPayment' | 'memberPayment' | 'memberDay'; limit: Shown }
  | { fault: 'firstDay'; limit: Shown; until: string }
  | { fault: 'leftToday' | 'leftThatDay'; limit: Shown; used: Shown; perDay: Shown; resetsAt: string };

/** An overdrawn account counts as zero. */
const spendableAmount = ({ amount, currency }: Shown): Money =>
  readAmount(currency as Currency, amount) ?? zero(currency as Currency);

export function isValidAmount(text: string, currency: Currency): boolean {
  const amount = readAmount(currency, text);
  return amount !== undefined && isPositive(amount);
}

/** A scheduled payment needs no funds yet. The server makes the final decision. */
export function checkPrice({ amount, total, available, limit, schedule }: PriceView): PriceError | undefined {
  const isMore = (debit: Shown, most: Money): boolean => compare(spendableAmount(debit), most) > 0;
  const above = (text: string): boolean => isMore(amount, spendableAmount({ amount: text, currency: amount.currency }));
  const limitOf = (text: string): Shown => ({ amount: text, currency: amount.currency });
  if (above(limit.perPayment)) return { fault: 'perPayment', limit: limitOf(limit.perPayment) };
  const isPlanned = Boolean(schedule?.executesOn);
  if (above(limit.remainingToday))
    return {
      fault: isPlanned ? 'leftThatDay' : 'leftToday',
      limit: limitOf(limit.remainingToday),
      used: limitOf(limit.used),
      perDay: limitOf(limit.perDay),
      resetsAt: limit.resetsAt,
    };
  const ofMember = exceededMemberLimit(limit);
  if (ofMember) return ofMember;
  const { newPayeeLimit } = limit;
  if (newPayeeLimit && above(newPayeeLimit.remaining))
    return { fault: 'firstDay', limit: limitOf(newPayeeLimit.remaining), until: newPayeeLimit.until };
  if (isPlanned || !isMore(total, spendableAmount(available))) return undefined;
  return { fault: 'tooMuch', available, needed: total, missing: shortfallOf(available, total) };
}

export const shortfallOf = (available: Shown, needed: Shown): Shown => ({
  amount: formatAmount(subtract(spendableAmount(needed), spendableAmount(available))),
  currency: needed.currency,
});

/** The amount that "Use all" enters: the available balance less the fee. */
export function maxAmountOf(available: Shown, fee: Shown): string {
  const most = subtract(spendableAmount(available), spendableAmount(fee));
  return formatAmount(isPositive(most) ? most : zero(most.currency));
}
