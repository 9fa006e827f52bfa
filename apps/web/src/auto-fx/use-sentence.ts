import type { AutoFxTerms } from '@larkmere/contract/auto-fx';
import { targetText } from '@larkmere/money/rate-text';
import { useLocale, useTranslations } from 'use-intl';
import { dayText } from '../ui/day.ts';
import { moneyText } from '../ui/money.ts';
import { targetOf } from './auto-fx-draft.ts';

export function useSentence(): (terms: AutoFxTerms) => string {
  const t = useTranslations('autoFx.sentence');
  const locale = useLocale();
  return (terms) => {
    const { type, sell, buy, amountMode, amount, floor, repeat, startsAt } = terms;
    const target = targetOf(terms);
    const fixed = moneyText({ amount: amount ?? '0', currency: amountMode === 'fixed_buy' ? buy : sell });
    const what = t(amountMode, {
      amount: fixed,
      floor: moneyText({ amount: floor ?? '0', currency: sell }),
      sell,
      buy,
    });
    if (target) return t(type === 'limit' ? 'limit' : 'stop', { rate: targetText(target), what });
    const day = startsAt ? dayText(new Date(startsAt), locale) : '';
    return repeat === 'none' && day === ''
      ? `${what.charAt(0).toUpperCase()}${what.slice(1)}`
      : t(repeat, { day, what });
  };
}
