import { type Message, message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { formatAmount } from '@larkmere/money/money';
import { findAmountFault, type ParsedAmount, parseAmountText } from '@larkmere/money/parse-amount';

export function amountTextError(text: string, currency: Currency): Message | undefined {
  const read = parseAmountText(text, currency);
  if (read.kind === 'ambiguous') return ambiguousAmountError(text, read);
  const found = findAmountFault(text, currency, 'refused');
  if (!found) return undefined;
  const { key, sign } = found;
  if (key === 'currency') return message('amount_currency', { currency, sign });
  return key === 'decimals' || key === 'whole' ? message(`amount_${key}`, { currency }) : message(`amount_${key}`);
}

function ambiguousAmountError(text: string, { amount, other }: Extract<ParsedAmount, { kind: 'ambiguous' }>): Message {
  const typed = { typed: text.trim(), amount, plainAmount: formatAmount(amount) };
  return other
    ? message('amount_could_mean', { ...typed, other, plainOther: formatAmount(other) })
    : message('amount_may_mean', typed);
}
