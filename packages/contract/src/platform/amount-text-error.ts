import { formatDisplayMoney } from '@larkmere/money/display-amount';
import type { Currency, Money } from '@larkmere/money/money';
import { findAmountFault, type ParsedAmount, parseAmountText } from '@larkmere/money/parse-amount';
import { amountTextMessages } from './amount-messages.ts';

export function amountTextError(text: string, currency: Currency): string | undefined {
  const read = parseAmountText(text, currency);
  if (read.kind === 'ambiguous') return ambiguousAmountError(text, read);
  const found = findAmountFault(text, currency, 'refused');
  return found && amountTextMessages[found.key].replace('{currency}', currency).replace('{sign}', found.sign);
}

function ambiguousAmountError(text: string, { amount, other }: Extract<ParsedAmount, { kind: 'ambiguous' }>): string {
  const decimals = (money: Money): string => formatDisplayMoney(money).replaceAll(',', '').split(' ', 1).join('');
  const readings = [amount, ...(other ? [other] : [])];
  const meant = other
    ? `could mean ${readings.map(formatDisplayMoney).join(' or ')}`
    : `may mean ${formatDisplayMoney(amount)}`;
  return `“${text.trim()}” ${meant}. Write ${readings.map(decimals).join(' or ')}.`;
}
