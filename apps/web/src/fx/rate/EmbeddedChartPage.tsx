import { useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { parseEmbeddedChoice } from './embedded-choice.ts';
import { RateChart } from './RateChart.tsx';
import { defaultChoice } from './use-rate-chart.ts';

export function EmbeddedChartPage() {
  const t = useTranslations('rate');
  useSetPageTitle(t('title'));
  const query: Record<string, unknown> = useSearch({ strict: false });
  return (
    <>
      <h1 className="mb-3 text-h2 font-bold">{t('title')}</h1>
      <RateChart {...parseEmbeddedChoice(query, defaultChoice)} showPlus />
    </>
  );
}
