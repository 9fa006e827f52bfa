import { amountHintFor, amountHints } from '@larkmere/contract/platform/amount-hint';
import { type Currency, isPositive, type Money, readAmount } from '@larkmere/money/money';
import { Refusal } from './refusal.ts';

export const invalidAmount = (currency: Currency, field = 'amount'): Refusal =>
  new Refusal('amount_invalid', {
    errors: [{ field, code: 'amount_invalid', message: amountHints[amountHintFor(currency)] }],
  });

export function requirePositiveAmount(currency: Currency, text: string, field?: string): Money {
  const amount = readAmount(currency, text);
  if (amount && isPositive(amount)) return amount;
  throw invalidAmount(currency, field);
}
