import { message } from '@larkmere/messages/message';
import { type Currency, readAmount } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CardPayment } from './card-payment.sql.ts';

/** Currencies in which we settle with the processor; any other bill is in the account's own currency. */
const settledCurrencies: readonly string[] = ['GBP', 'EUR', 'USD', 'THB'];

type Amount = Readonly<{ amount: string; currency: Currency }>;

/** Refuses `validation_failed` for more decimals than the currency has. */
export function toMinor({ amount, currency }: Amount): bigint {
  const read = readAmount(currency, amount);
  if (!read) throw invalid('amount');
  return read.minor;
}

const invalid = (field: string): Refusal =>
  new Refusal('validation_failed', {
    errors: [{ field, code: 'invalid', reason: message('field_invalid') }],
  });

type Billed = Readonly<{ cardId: string; billing: Readonly<{ currency: Currency }> }>;

/** Refuses `validation_failed` for another card or billing currency than the payment's, and for one we do not settle in. */
export function requireBilling(
  { cardId, billing: { currency } }: Billed,
  card: Readonly<{ currency: Currency }>,
  payment: CardPayment | undefined,
): void {
  if (payment && payment.cardId !== cardId) throw invalid('cardId');
  if (payment && payment.billingCurrency !== currency) throw invalid('billing');
  if (currency !== card.currency && !settledCurrencies.includes(currency)) throw invalid('billing');
}
