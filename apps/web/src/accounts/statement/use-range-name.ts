import { useLocale, useNow, useTranslations } from 'use-intl';
import type { DayRange } from '../../ui/DateRange.tsx';
import { formatShortDate } from '../../ui/date-text.ts';
import { findPreset } from './statement-filter.ts';

export function useRangeName(range: DayRange): string {
  const t = useTranslations('statement');
  const locale = useLocale();
  const now = useNow();
  const preset = findPreset(range, now);
  if (preset) return t(`rangeName.${preset}`);
  const day = (text: string) => formatShortDate(new Date(`${text}T12:00`), locale, now);
  return t('printedRange', { from: day(range.from), to: day(range.to) });
}
