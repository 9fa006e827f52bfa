import { useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { usePage } from '../kernel/page.ts';
import { embeddedChoice } from './embedded-choice.ts';
import { RateChart } from './RateChart.tsx';
import { usualChoice } from './use-rate-chart.ts';

export function EmbeddedChartPage() {
  const t = useTranslations('rate');
  usePage(t('title'));
  const asked: Record<string, unknown> = useSearch({ strict: false });
  return (
    <>
      <h1 className="mb-3 text-h2 font-bold">{t('title')}</h1>
      <RateChart {...embeddedChoice(asked, usualChoice)} showPlus />
    </>
  );
}
