import type { GlobalPriceView } from '@larkmere/contract/global-payment';
import { compare, formatAmount, isPositive, type Money, readAmount, subtract, zero } from '@larkmere/money/money';
import { moneyText } from '../ui/money.ts';

/** A figure of the server; nothing can be spent of an account that is overdrawn. */
const spendable = ({ amount, currency }: GlobalPriceView['total']): Money =>
  readAmount(currency, amount) ?? zero(currency);

type Fault = Readonly<{
  fault: 'tooMuch' | 'perPayment' | 'leftToday' | 'leftThatDay' | 'firstDay';
  figures: { available: string; needed: string; missing: string; limit: string };
}>;

/** What is wrong with an amount in the light of its price: more than may be sent, or than there is. The server decides in the end. */
export function faultOf({ amount, total, available, limit, team, plan }: GlobalPriceView): Fault | undefined {
  const { currency } = amount;
  // While colleagues approve, the most that it may take has to be there.
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
  // What is planned needs no money yet.
  if (plan?.leavesOn || compare(spendable(needed), spendable(available)) <= 0) return undefined;
  return { fault: 'tooMuch', figures: { ...figures, limit: '' } };
}

/** The most that "Use all" may put in: what is available without the fee. */
export function mostOf({ available, fee }: GlobalPriceView): string {
  const most = subtract(spendable(available), spendable(fee));
  return formatAmount(isPositive(most) ? most : zero(most.currency));
}
