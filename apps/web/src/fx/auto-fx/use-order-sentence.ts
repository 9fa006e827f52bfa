import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import { describeTarget } from '@larkmere/money/displayed-rate';
import { useLocale, useTranslations } from 'use-intl';
import { formatDate } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { targetRateOf } from './auto-fx-draft.ts';

export function useOrderSentence(): (terms: AutoFxTerms) => string {
  const t = useTranslations('autoFx.sentence');
  const locale = useLocale();
  return (terms) => {
    const { type, sell, buy, amountMode, amount, floor, repeat, startsAt } = terms;
    const target = targetRateOf(terms);
    const fixed = moneyText({ amount: amount ?? '0', currency: amountMode === 'fixed_buy' ? buy : sell });
    const what = t(amountMode, {
      amount: fixed,
      floor: moneyText({ amount: floor ?? '0', currency: sell }),
      sell,
      buy,
    });
    if (target) return t(type === 'limit' ? 'limit' : 'stop', { rate: describeTarget(target), what });
    const day = startsAt ? formatDate(new Date(startsAt), locale) : '';
    return repeat === 'none' && day === ''
      ? `${what.charAt(0).toUpperCase()}${what.slice(1)}`
      : t(repeat, { day, what });
  };
}
