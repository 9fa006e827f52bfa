import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, isPositive, type Money, minorDigits } from '@larkmere/money/money';
import { type AmountText, parseAmountText } from '@larkmere/money/parse-amount';

/** Why a typed or uploaded text is no amount. The web and the checks of files use the same words. */
export const amountTextWords = {
  empty: 'Enter an amount',
  zero: 'Enter an amount above zero',
  negative: 'Enter an amount above zero, without a minus sign or brackets',
  exponent: 'Write the amount in full, such as 1000000.00',
  letters: 'Leave out the letters and write the amount in full, such as 2000.00',
  characters: 'Use only digits with a comma or a point, such as 1250.00',
  marks: 'There is more than one decimal mark. Write it like 1250.00.',
  grouping: 'The digits are not in groups of three. Write it like 1250.00.',
  decimals: '{currency} has two decimals at most. Write it like 25.00.',
  whole: '{currency} has no decimals. Write it like 2500.',
  large: 'An amount has 15 digits at most',
  currency: 'Enter the amount in {currency}. “{sign}” is another currency.',
  ambiguous: 'Choose which amount you mean',
} as const;

export type AmountTextFound = Readonly<{ key: keyof typeof amountTextWords; sign: string }>;

/** What is wrong with a text as an amount of a currency; undefined for an amount that can be used as it is. */
export function amountTextFault(
  text: string,
  currency: Currency,
  zero: 'refused' | 'allowed',
): AmountTextFound | undefined {
  const read = parseAmountText(text, currency);
  if (read.kind === 'ambiguous') return { key: 'ambiguous', sign: '' };
  if (read.kind === 'amount')
    return zero === 'allowed' || isPositive(read.amount) ? undefined : { key: 'zero', sign: '' };
  const key = read.reason === 'decimals' && minorDigits[currency] === 0 ? 'whole' : read.reason;
  return { key, sign: read.sign ?? '' };
}

/** The same in a sentence, for whoever cannot be asked back: an ambiguous text names both readings. */
export function amountTextFaultText(text: string, currency: Currency): string | undefined {
  const read = parseAmountText(text, currency);
  if (read.kind === 'ambiguous') return ambiguousText(text, read);
  const found = amountTextFault(text, currency, 'refused');
  return found && amountTextWords[found.key].replace('{currency}', currency).replace('{sign}', found.sign);
}

function ambiguousText(text: string, { amount, other }: Extract<AmountText, { kind: 'ambiguous' }>): string {
  const decimals = (money: Money): string => moneyText(money).replaceAll(',', '').split(' ', 1).join('');
  const readings = [amount, ...(other ? [other] : [])];
  const meant = other ? `could mean ${readings.map(moneyText).join(' or ')}` : `may mean ${moneyText(amount)}`;
  return `“${text.trim()}” ${meant}. Write ${readings.map(decimals).join(' or ')}.`;
}
