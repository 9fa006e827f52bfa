import { amountHintFor } from '@larkmere/contract/platform/amount-hint';
import { message } from '@larkmere/messages/message';
import { type Currency, isPositive, type Money, readAmount } from '@larkmere/money/money';
import { Refusal } from './refusal.ts';

export const invalidAmount = (currency: Currency, field = 'amount'): Refusal =>
  new Refusal('amount_invalid', {
    errors: [
      {
        field,
        code: 'invalid',
        reason: message(amountHintFor(currency)),
      },
    ],
  });

export function requirePositiveAmount(currency: Currency, text: string, field?: string): Money {
  const amount = readAmount(currency, text);
  if (amount && isPositive(amount)) return amount;
  throw invalidAmount(currency, field);
}
