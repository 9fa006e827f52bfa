import type { Currency } from '@larkmere/money/money';
import { findAmountFault } from '@larkmere/money/parse-amount';
import { useTranslations } from 'use-intl';
import { readerGrouping } from './reader-grouping.ts';

type AmountErrorText = (text: string, currency: Currency, zero?: 'refused' | 'allowed') => string | undefined;

export function useAmountError(): AmountErrorText {
  const t = useTranslations('typed.amountFault');
  return (text, currency, zero = 'refused') => {
    const found = findAmountFault(text, currency, zero, readerGrouping());
    return found && t(found.key, { currency, sign: found.sign });
  };
}
