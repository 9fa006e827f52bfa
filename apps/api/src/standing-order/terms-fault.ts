import type { Currency, Money } from '@larkmere/money/money';
import { requireAmount } from '../kernel/amount.ts';
import { Refusal } from '../kernel/refusal.ts';

export const wrong = (field: string, message: string): Refusal =>
  new Refusal('validation_failed', { errors: [{ field: `terms.${field}`, code: 'invalid', message }] });

export const requireSum = (currency: Currency, text: string, field = 'amount'): Money =>
  requireAmount(currency, text, `terms.${field}`);
