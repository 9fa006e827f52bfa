import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { usePlusRateAt } from '../rate/rate.tsx';
import { dayText } from '../ui/day.ts';
import { Notice } from '../ui/Notice.tsx';
import { useMoments } from '../ui/use-moments.ts';
import { seenAt } from './seen-at.ts';
import type { Readiness } from './upgrade.api.ts';

type Props = { comparison: NonNullable<Readiness['comparison']> };

export function OfferSeen({ comparison: { sell, buy } }: Props) {
  const t = useTranslations('upgrade');
  const locale = useLocale();
  const { at } = useMoments();
  const { t: moment }: { t?: string } = useSearch({ strict: false });
  const [seen] = useState(() => seenAt(moment, new Date()));
  const rates = usePlusRateAt(sell, buy, seen?.isOld === false ? seen.at : undefined);
  if (seen?.isOld)
    return (
      <Notice kind="warning" title={t('old', { day: dayText(seen.at, locale) })}>
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
