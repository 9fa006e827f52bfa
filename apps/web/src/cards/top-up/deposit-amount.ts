import { topUpFee } from '@larkmere/contract/cards/top-up-fee';
import { add, type Currency, compare, formatAmount, isPositive, type Money, readAmount } from '@larkmere/money/money';
import type { CardPrice } from './top-up.api.ts';

/** What the card pays; undefined while the amount is not one. */
export function chargeOf(typed: string, { currency, feeBps }: Pick<CardPrice, 'currency' | 'feeBps'>) {
  const amount = readAmount(currency, typed);
  if (!amount || !isPositive(amount)) return undefined;
  const fee = topUpFee(amount, feeBps);
  return { amount: formatAmount(amount), fee: formatAmount(fee), total: formatAmount(add(amount, fee)) };
}

const read = ({ amount, currency }: { amount: string; currency: Currency }): Money => {
  const found = readAmount(currency, amount);
  if (!found) throw new RangeError(`${amount} ${currency}`);
  return found;
};

export function limitFaultOf(typed: string, { currency, minimum, maximum, leftToday }: CardPrice) {
  const amount = readAmount(currency, typed);
  if (!amount || !isPositive(amount)) return undefined;
  if (compare(amount, read(minimum)) < 0) return 'tooSmall';
  if (compare(amount, read(maximum)) > 0) return 'tooLarge';
  if (compare(amount, read(leftToday)) <= 0) return undefined;
  return isPositive(read(leftToday)) ? 'overDay' : 'usedUp';
}
