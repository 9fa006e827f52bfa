import { exceededMemberLimit } from '@larkmere/contract/payments/exceeded-member-limit';
import type { InternationalPriceView } from '@larkmere/contract/payments/international';
import { compare, formatAmount, isPositive, type Money, readAmount, subtract, zero } from '@larkmere/money/money';
import { moneyText } from '../../ui/money.ts';

/** An overdrawn account counts as zero. */
const spendableAmount = ({ amount, currency }: InternationalPriceView['total']): Money =>
  readAmount(currency, amount) ?? zero(currency);

type PriceError = Readonly<{
  fault: 'tooMuch' | 'perPayment' | 'remainingToday' | 'leftThatDay' | 'firstDay' | 'memberPayment' | 'memberDay';
  figures: { available: string; needed: string; missing: string; limit: string };
}>;

export function checkPrice({
  amount,
  total,
  available,
  limit,
  team,
  schedule,
}: InternationalPriceView): PriceError | undefined {
  const { currency } = amount;
  // A payment that waits for approval reserves the worst-case amount.
  const needed = team?.maxDebit ?? total;
  const missing = subtract(spendableAmount(needed), spendableAmount(available));
  const figures = {
    available: moneyText(available),
    needed: moneyText(needed),
    missing: moneyText({ amount: formatAmount(missing), currency: missing.currency }),
  };
  for (const fault of ['perPayment', 'remainingToday'] as const) {
    const most = { amount: limit[fault], currency };
    if (compare(spendableAmount(amount), spendableAmount(most)) > 0)
      return {
        fault: fault === 'remainingToday' && schedule?.executesOn ? 'leftThatDay' : fault,
        figures: { ...figures, limit: moneyText(most) },
      };
  }
  const ofMember = exceededMemberLimit(limit);
  if (ofMember) return { fault: ofMember.fault, figures: { ...figures, limit: moneyText(ofMember.limit) } };
  const { newPayeeLimit } = limit;
  const first = newPayeeLimit && { amount: newPayeeLimit.remaining, currency };
  if (first && compare(spendableAmount(amount), spendableAmount(first)) > 0)
    return { fault: 'firstDay', figures: { ...figures, limit: moneyText(first) } };
  // A scheduled payment needs no funds yet.
  if (schedule?.executesOn || compare(spendableAmount(needed), spendableAmount(available)) <= 0) return undefined;
  return { fault: 'tooMuch', figures: { ...figures, limit: '' } };
}

/** The amount that "Use all" enters: the available balance less the fee. */
export function maxAmountOf({ available, fee }: InternationalPriceView): string {
  const most = subtract(spendableAmount(available), spendableAmount(fee));
  return formatAmount(isPositive(most) ? most : zero(most.currency));
}
