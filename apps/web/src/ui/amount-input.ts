import { type Currency, formatAmount } from '@larkmere/money/money';
import { type Grouping, readAmountText } from '@larkmere/money/parse-amount';
import { moneyParts } from './money.ts';

const plain = /^(0|[1-9]\d*)(\.\d+)?$/;

export const isPlainAmount = (text: string): boolean => plain.test(text);

/** A plain decimal for text that is a single amount in the currency; any other text is unchanged. */
export function plainAmount(text: string, currency: Currency, grouping?: Grouping): string {
  const amount = readAmountText(text, currency, grouping);
  const isPlain = plain.test(text) && readAmountText(text, currency) !== undefined;
  return amount && !isPlain ? formatAmount(amount) : text;
}

export function typedAmountText(text: string, currency: Currency): string {
  const amount = readAmountText(text, currency);
  if (amount === undefined) return text;
  const { whole, cents } = moneyParts({ amount: formatAmount(amount), currency }, 'never');
  return whole + cents;
}
