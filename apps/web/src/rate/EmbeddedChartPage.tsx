import { timeframes } from '@larkmere/contract/timeframe';
import { useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { usePage } from '../kernel/page.ts';
import { RateChart } from './RateChart.tsx';
import type { ChartChoice } from './rate.api.ts';
import { currencies, usualChoice } from './use-rate-chart.ts';

/** The chart on a partner's site: no session, nothing around it. The address may name pair and timeframe. */
export function EmbeddedChartPage() {
  const t = useTranslations('rate');
  usePage(t('title'));
  const asked: Record<string, string> = useSearch({ strict: false });
  return (
    <>
      <h1 className="mb-3 text-h2 font-bold">{t('title')}</h1>
      <RateChart first={choiceOf(asked)} showPlus />
    </>
  );
}

/** What an address asks for, as far as there is such a chart. */
function choiceOf({ from, to, timeframe }: Record<string, string>): ChartChoice {
  const known = (code: string | undefined) => currencies.find((currency) => currency === code);
  const [first, second] = [known(from), known(to)];
  return {
    ...usualChoice,
    ...(first && second && first !== second && { from: first, to: second }),
    timeframe: timeframes.find((each) => each === timeframe) ?? usualChoice.timeframe,
  };
}
