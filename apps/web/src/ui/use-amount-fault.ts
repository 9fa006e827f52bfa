import type { Currency } from '@larkmere/money/money';
import { amountTextFault } from '@larkmere/money/parse-amount';
import { useTranslations } from 'use-intl';

type AmountFault = (text: string, currency: Currency, zero?: 'refused' | 'allowed') => string | undefined;

export function useAmountFault(): AmountFault {
  const t = useTranslations('typed.amountFault');
  return (text, currency, zero = 'refused') => {
    const found = amountTextFault(text, currency, zero);
    return found && t(found.key, { currency, sign: found.sign });
  };
}
