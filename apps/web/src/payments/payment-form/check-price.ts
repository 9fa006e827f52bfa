import { exceededMemberLimit } from '@larkmere/contract/payments/exceeded-member-limit';
import { type Currency, compare, formatAmount, type Money, readAmount, subtract, zero } from '@larkmere/money/money';
import type { Money as Shown } from '../../ui/money.ts';
import type { FormPrice } from './payment-price.api.ts';

export type PriceFault =
  | { fault: 'tooMuch'; available: Shown; needed: Shown; missing: Shown }
  | { fault: 'perPayment' | 'memberPayment' | 'memberDay'; limit: Shown }
  | { fault: 'firstDay'; limit: Shown; until: string }
  | { fault: 'leftToday' | 'leftThatDay'; limit: Shown; used: Shown; perDay: Shown; resetsAt: string };

/** An overdrawn account counts as zero. */
const spendableAmount = ({ amount, currency }: Shown): Money =>
  readAmount(currency as Currency, amount) ?? zero(currency as Currency);

/** A scheduled payment needs no funds yet. The server makes the final decision. */
export function checkPrice({ amount, total, available, limit, team, schedule }: FormPrice): PriceFault | undefined {
  const isMore = (debit: Shown, most: Shown): boolean => compare(spendableAmount(debit), spendableAmount(most)) > 0;
  const limitOf = (text: string): Shown => ({ amount: text, currency: amount.currency });
  const isAbove = (text: string): boolean => isMore(amount, limitOf(text));
  if (isAbove(limit.perPayment)) return { fault: 'perPayment', limit: limitOf(limit.perPayment) };
  const isPlanned = Boolean(schedule?.executesOn);
  if (isAbove(limit.remainingToday))
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
  if (newPayeeLimit && isAbove(newPayeeLimit.remaining))
    return { fault: 'firstDay', limit: limitOf(newPayeeLimit.remaining), until: newPayeeLimit.until };
  // A payment that waits for approval reserves the worst-case amount.
  const needed = team?.maxDebit ?? total;
  if (isPlanned || !isMore(needed, available)) return undefined;
  return { fault: 'tooMuch', available, needed, missing: shortfallOf(available, needed) };
}

const shortfallOf = (available: Shown, needed: Shown): Shown => ({
  amount: formatAmount(subtract(spendableAmount(needed), spendableAmount(available))),
  currency: needed.currency,
});
