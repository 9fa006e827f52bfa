import type { GlobalPriceView } from '@larkmere/contract/global-payment';
import { compare, formatAmount, isPositive, type Money, readAmount, subtract, zero } from '@larkmere/money/money';
import { moneyText } from '../ui/money.ts';

/** An overdrawn account counts as zero. */
const spendable = ({ amount, currency }: GlobalPriceView['total']): Money =>
  readAmount(currency, amount) ?? zero(currency);

type Fault = Readonly<{
  fault: 'tooMuch' | 'perPayment' | 'leftToday' | 'leftThatDay' | 'firstDay';
  figures: { available: string; needed: string; missing: string; limit: string };
}>;

export function faultOf({ amount, total, available, limit, team, plan }: GlobalPriceView): Fault | undefined {
  const { currency } = amount;
  // A payment that waits for approval reserves the worst-case amount.
  const needed = team?.most ?? total;
  const missing = subtract(spendable(needed), spendable(available));
  const figures = {
    available: moneyText(available),
    needed: moneyText(needed),
    missing: moneyText({ amount: formatAmount(missing), currency: missing.currency }),
  };
  for (const fault of ['perPayment', 'leftToday'] as const) {
    const most = { amount: limit[fault], currency };
    if (compare(spendable(amount), spendable(most)) > 0)
      return {
        fault: fault === 'leftToday' && plan?.leavesOn ? 'leftThatDay' : fault,
        figures: { ...figures, limit: moneyText(most) },
      };
  }
  const { firstDay } = limit;
  const first = firstDay && { amount: firstDay.left, currency };
  if (first && compare(spendable(amount), spendable(first)) > 0)
    return { fault: 'firstDay', figures: { ...figures, limit: moneyText(first) } };
  // A scheduled payment needs no funds yet.
  if (plan?.leavesOn || compare(spendable(needed), spendable(available)) <= 0) return undefined;
  return { fault: 'tooMuch', figures: { ...figures, limit: '' } };
}

/** The amount that "Use all" enters: the available balance less the fee. */
export function mostOf({ available, fee }: GlobalPriceView): string {
  const most = subtract(spendable(available), spendable(fee));
  return formatAmount(isPositive(most) ? most : zero(most.currency));
}
