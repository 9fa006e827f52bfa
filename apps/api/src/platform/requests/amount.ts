import { message } from '@larkmere/messages/message';
import { type Currency, isPositive, type Money, minorDigits, readAmount } from '@larkmere/money/money';
import { Refusal } from './refusal.ts';

export const invalidAmount = (currency: Currency, field = 'amount'): Refusal =>
  new Refusal('amount_invalid', {
    errors: [
      {
        field,
        code: 'invalid',
        reason: message(minorDigits[currency] === 0 ? 'amount_whole_invalid' : 'amount_decimal_invalid'),
      },
    ],
  });

export function requirePositiveAmount(currency: Currency, text: string, field?: string): Money {
  const amount = readAmount(currency, text);
  if (amount && isPositive(amount)) return amount;
  throw invalidAmount(currency, field);
}
