import { moneyText } from '@larkmere/money/amount-text';
import type { Currency, Money } from '@larkmere/money/money';
import { type AmountText, amountTextFault, parseAmountText } from '@larkmere/money/parse-amount';
import { amountTextWords } from './amount-text-words.ts';

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
