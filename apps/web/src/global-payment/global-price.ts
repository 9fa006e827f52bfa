import type { GlobalPriceView } from '@larkmere/contract/global-payment';
import { compare, formatAmount, isPositive, type Money, readAmount, subtract, zero } from '@larkmere/money/money';
import { moneyText } from '../ui/money.ts';

type Figures = Pick<GlobalPriceView, 'total' | 'fee' | 'available' | 'team'>;

/** What has to be there: while colleagues approve, the most that it may take. */
const needed = ({ total, team }: Figures) => team?.most ?? total;

/** A figure of the server; nothing can be spent of an account that is overdrawn. */
const spendable = ({ amount, currency }: GlobalPriceView['total']): Money =>
  readAmount(currency, amount) ?? zero(currency);

/** Whether it is more than there is. The server decides in the end. */
export const isShort = (price: Figures): boolean => compare(spendable(needed(price)), spendable(price.available)) > 0;

export const shortOf = (price: Figures): { available: string; needed: string } => ({
  available: moneyText(price.available),
  needed: moneyText(needed(price)),
});

/** The most that "Use all" may put in: what is available without the fee. */
export function mostOf({ available, fee }: Figures): string {
  const most = subtract(spendable(available), spendable(fee));
  return formatAmount(isPositive(most) ? most : zero(most.currency));
}
