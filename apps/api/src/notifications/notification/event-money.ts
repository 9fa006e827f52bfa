import { type Currency, isCurrency, type Money, readAmount } from '@larkmere/money/money';

/** Events carry formatted amounts, which can always be read again. */
export function eventMoney(amount: string, currency: Currency): Money {
  const read = isCurrency(currency) ? readAmount(currency, amount) : undefined;
  if (!read) throw new Error(`${amount} ${currency} is not an amount`);
  return read;
}
