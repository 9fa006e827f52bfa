import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { usePlusRateAt } from '../../fx/rate/rate.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { parseSeenAt } from './seen-at.ts';
import type { Readiness } from './upgrade.api.ts';

type Props = { comparison: NonNullable<Readiness['comparison']> };

export function SeenRateNotice({ comparison: { sell, buy } }: Props) {
  const t = useTranslations('upgrade');
  const locale = useLocale();
  const { at } = useDateTimeTexts();
  const { t: moment }: { t?: string } = useSearch({ strict: false });
  const [seen] = useState(() => parseSeenAt(moment, new Date()));
  const rates = usePlusRateAt(sell, buy, seen?.isOld === false ? seen.at : undefined);
  if (seen?.isOld)
    return (
      <Notice kind="warning" title={t('old', { day: formatDate(seen.at, locale) })}>
        {t('oldText')}
      </Notice>
    );
  if (!seen || !rates) return null;
  return (
    <Notice kind="info" title={t('seen')}>
      {t('seenText', { moment: at(seen.at.toISOString()), from: sell, to: buy, rate: rates.before, now: rates.now })}
    </Notice>
  );
}
