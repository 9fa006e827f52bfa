import { amountKind, amountWanted } from '@larkmere/contract/amount-wanted';
import { type Currency, isPositive, type Money, readAmount } from '@larkmere/money/money';
import { Refusal } from './refusal.ts';

export const badAmount = (currency: Currency, field = 'amount'): Refusal =>
  new Refusal('amount_invalid', {
    errors: [{ field, code: 'amount_invalid', message: amountWanted[amountKind(currency)] }],
  });

export function requireAmount(currency: Currency, text: string, field?: string): Money {
  const amount = readAmount(currency, text);
  if (amount && isPositive(amount)) return amount;
  throw badAmount(currency, field);
}
