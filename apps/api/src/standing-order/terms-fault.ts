import { type Currency, isPositive, type Money, readAmount } from '@larkmere/money/money';
import { Refusal } from '../kernel/refusal.ts';

/** What does not fit, at its field. */
export const wrong = (field: string, message: string): Refusal =>
  new Refusal('validation_failed', { errors: [{ field: `terms.${field}`, code: 'invalid', message }] });

/** Refuses with `amount_invalid` what is not a positive amount of the currency. */
export function requireSum(currency: Currency, text: string, field = 'amount'): Money {
  const amount = readAmount(currency, text);
  if (amount && isPositive(amount)) return amount;
  throw new Refusal('amount_invalid', {
    errors: [{ field: `terms.${field}`, code: 'amount_invalid', message: 'Enter an amount above zero, such as 25.00' }],
  });
}
