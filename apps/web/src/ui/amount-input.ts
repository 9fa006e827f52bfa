import { type Currency, formatAmount } from '@larkmere/money/money';
import { readAmountText } from '@larkmere/money/parse-amount';
import { moneyParts } from './money.ts';

const plain = /^(0|[1-9]\d*)(\.\d+)?$/;

/** The plain decimal of the wire for a text that is one amount of the currency; any other text stays as it is. */
export function plainAmount(text: string, currency: Currency): string {
  const amount = readAmountText(text, currency);
  return amount && !plain.test(text) ? formatAmount(amount) : text;
}

/** How an amount stands in its field once the customer has left it: `1,234.50`. */
export function typedAmountText(text: string, currency: Currency): string {
  const amount = readAmountText(text, currency);
  if (amount === undefined) return text;
  const { whole, cents } = moneyParts({ amount: formatAmount(amount), currency }, 'never');
  return whole + cents;
}
