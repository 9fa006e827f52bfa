import type { Message } from '@larkmere/messages/message';
import type { Currency, Money } from '@larkmere/money/money';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { Refusal } from '../../platform/requests/refusal.ts';

export const termsError = (field: string, reason: Message): Refusal =>
  new Refusal('validation_failed', { errors: [{ field: `terms.${field}`, code: 'invalid', reason }] });

export const requireTermsAmount = (currency: Currency, text: string, field = 'amount'): Money =>
  requirePositiveAmount(currency, text, `terms.${field}`);
