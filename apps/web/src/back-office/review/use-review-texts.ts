import type { HeldBecause, ReviewRow, ReviewStage } from '@larkmere/contract/back-office/review-queue';
import { useLocale, useTranslations } from 'use-intl';
import { formatShortDate, formatTime, formatWeekday, formatWeekdayTime } from '../../ui/date-text.ts';
import { inWords } from '../parts/parts.ts';

type Due = Pick<ReviewRow, 'decideBy'> & { decideOn?: string | null; isLegalDeadline: boolean };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Texts that the list and the page of a payment share. */
export function useReviewTexts() {
  const t = useTranslations('manageReview');
  const locale = useLocale();
  return {
    because: ({ heldBecause, documents }: { heldBecause: HeldBecause; documents: readonly string[] }): string =>
      t(`because.${heldBecause}`, { documents: documents.map(inWords).join(', ') }),
    stage: ({ stage, documentsReceived }: { stage: ReviewStage; documentsReceived: number }): string =>
      t(`stage.${stage}`, { count: documentsReceived }),
    /** A legal deadline ends with the day, so it is named by the day before midnight. */
    due: ({ decideBy, isLegalDeadline }: Due, now: number): string => {
      if (decideBy === null) return '–';
      const at = new Date(decideBy);
      const time = formatTime(at, locale);
      const isMidnight = isLegalDeadline && (time === '00:00' || time === '23:00');
      const day = formatWeekday(isMidnight ? new Date(at.getTime() - minuteMs) : at, locale);
      if (isMidnight) return t('endOfDay', { day });
      if (formatWeekday(new Date(now), locale) === day) return time;
      const isNear = Math.abs(at.getTime() - now) < 6 * dayMs;
      return isNear ? formatWeekdayTime(at, locale) : `${formatShortDate(at, locale, new Date(now))} ${time}`;
    },
    age: (ms: number): string => {
      const minutes = Math.max(0, Math.floor(ms / minuteMs));
      if (minutes < 60) return t('age.minutes', { count: minutes });
      const hours = Math.floor(minutes / 60);
      if (hours >= 48) return t('age.days', { count: Math.floor(hours / 24) });
      const rest = minutes % 60;
      return [t('age.hours', { count: hours }), rest > 0 && hours < 10 ? t('age.minutes', { count: rest }) : '']
        .filter(Boolean)
        .join(' ');
    },
  };
}
