import type { AutoFxTerms } from '@larkmere/contract/auto-fx';
import { useLocale, useTranslations } from 'use-intl';
import { dayText } from '../ui/day.ts';
import { moneyText } from '../ui/money.ts';
import { marketPair } from './auto-fx-draft.ts';

/** An order as one sentence: when, and what. */
export function useSentence(): (terms: AutoFxTerms, direction: 'rises_to' | 'falls_to' | null) => string {
  const t = useTranslations('autoFx.sentence');
  const locale = useLocale();
  return (terms, direction) => {
    const { sell, buy, amountMode, amount, floor, targetRate, repeat, startsAt } = terms;
    const fixed = moneyText({ amount: amount ?? '0', currency: amountMode === 'fixed_buy' ? buy : sell });
    const what = t(amountMode, {
      amount: fixed,
      floor: moneyText({ amount: floor ?? '0', currency: sell }),
      sell,
      buy,
    });
    if (direction && targetRate) return t(direction, { ...marketPair(sell, buy), rate: targetRate, what });
    const day = startsAt ? dayText(new Date(startsAt), locale) : '';
    return repeat === 'none' && day === ''
      ? `${what.charAt(0).toUpperCase()}${what.slice(1)}`
      : t(repeat, { day, what });
  };
}

/** The direction that terms which were not placed yet will have. */
export function directionOf({ type, sell, buy }: AutoFxTerms): 'rises_to' | 'falls_to' | null {
  if (type !== 'limit' && type !== 'stop') return null;
  return (type === 'limit') === (marketPair(sell, buy).base === sell) ? 'rises_to' : 'falls_to';
}
