import type { Currency, Money } from '@larkmere/money/money';
import { requireAmount } from '../kernel/amount.ts';
import { Refusal } from '../kernel/refusal.ts';

/** What does not fit, at its field. */
export const wrong = (field: string, message: string): Refusal =>
  new Refusal('validation_failed', { errors: [{ field: `terms.${field}`, code: 'invalid', message }] });

/** Refuses with `amount_invalid` what is not a positive amount of the currency. */
export const requireSum = (currency: Currency, text: string, field = 'amount'): Money =>
  requireAmount(currency, text, `terms.${field}`);
