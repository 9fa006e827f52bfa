import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { staffVisitsQuery } from './profile.api.ts';

/** When staff looked at the account, and the code that lets them while they ask for it. */
export function StaffVisits() {
  const t = useTranslations('visit.card');
  const { at, byThen } = useDateTimeTexts();
  const { data, error, refetch } = useQuery(staffVisitsQuery);
  if (error && !data)
    return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="card" count={1} />;
  const { consent, list } = data;
  return (
    <Card title={t('title')} className="grid gap-3">
      {consent && (
        <Notice kind="warning" icon={<Eye size={20} />} title={t('code', { name: consent.staffName })}>
          <p className="figures my-1 text-display tracking-[0.2em]">{consent.code}</p>
          <p>{t('codeText')}</p>
          <p>{t('codeUntil', { time: byThen(consent.expiresAt) })}</p>
        </Notice>
      )}
      {list.length === 0 && <p className="text-text-muted">{t('none')}</p>}
      <ul className="divide-y divide-line empty:hidden">
        {list.map(({ staffName, basis, ticket, openedAt, endedAt }) => (
          <li key={openedAt} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <span>
              <span className="block font-semibold">{t('line', { staff: staffName, ticket })}</span>
              <span className="block text-small text-text-muted">{t(`basis.${basis}`)}</span>
            </span>
            <span className="text-small text-text-muted">{endedAt ? at(openedAt) : t('now')}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
