import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toAge } from '../parts/parts.ts';
import { reviewTodayQuery } from './review-today.api.ts';

/** Whether the queue keeps up, and whether its rules hold the right payments (product.md D1). */
export function ReviewToday({ refetchInterval }: { refetchInterval: number | false }) {
  const t = useTranslations('manage.dashboard.today');
  const ages = useTranslations('manage.dashboard');
  const { data, error, refetch } = useQuery({ ...reviewTodayQuery, refetchInterval });
  if (!data)
    return (
      <Card title={t('title')}>
        {error ? (
          <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton shape="row" count={6} />
        )}
      </Card>
    );
  const { depth, oldestMinutes, released, refused, questions, lastHour, releasedPercent } = data;
  const age = oldestMinutes === null ? undefined : toAge(oldestMinutes);
  return (
    <Card title={t('title')}>
      <dl className="grid gap-2.5 text-small">
        <Figure term={t('depth')}>{depth}</Figure>
        <Figure term={t('oldest')}>{age ? ages(age.unit, { count: age.count }) : t('none')}</Figure>
        <Figure term={t('decisions')}>{released + refused + questions}</Figure>
        <Figure term={t('lastHour')}>{lastHour}</Figure>
        <Figure term={t('released')}>{released}</Figure>
        <Figure term={t('questions')}>{questions}</Figure>
        <Figure term={t('refused')}>{refused}</Figure>
        <Figure term={t('share')}>
          {releasedPercent === null ? t('none') : t('percent', { percent: String(releasedPercent) })}
        </Figure>
      </dl>
    </Card>
  );
}

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-text-muted">{term}</dt>
    <dd className="figures font-semibold">{children}</dd>
  </div>
);
