import type { DealingDesk } from '@larkmere/contract/fx/manual-fx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { staffPaths, toStaffVisitor } from '../parts/parts.ts';
import { marketRate, pairName } from './rate-figure.ts';

type Props = { desk: Pick<DealingDesk, 'rates' | 'marketOpensAt'>; children: ReactNode };

export function RateTicker({ desk: { rates, marketOpensAt }, children }: Props) {
  const t = useTranslations('manageDealingDesk.ticker');
  const { at } = useDateTimeTexts();
  const { canOpen } = toStaffVisitor(useStaffSession().permissions);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <section aria-label={t('label')}>
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          {rates.map(({ displayedMidRate, isCurrent }) => (
            <div key={pairName(displayedMidRate)}>
              <dt className="text-caption font-semibold text-text-muted">{pairName(displayedMidRate)}</dt>
              <dd className={`figures font-semibold ${isCurrent ? '' : 'text-text-muted'}`}>
                {marketRate(displayedMidRate).rate}
                {!isCurrent && <span className="ml-2 text-caption text-warning">{t('stale')}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
        {children}
        {marketOpensAt ? (
          <StatusPill kind="warning">{t('closed', { when: at(marketOpensAt) })}</StatusPill>
        ) : (
          <span className="font-semibold">{t('open')}</span>
        )}
        {canOpen(staffPaths.rateOffTime) && (
          <Link to={staffPaths.rateOffTime} className={linkClass}>
            {t('hours')}
          </Link>
        )}
      </div>
    </div>
  );
}
