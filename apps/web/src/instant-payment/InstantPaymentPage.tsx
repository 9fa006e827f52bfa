import { Link, useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ApiError } from '../kernel/call-errors.ts';
import { failureText } from '../kernel/errors.ts';
import { usePage } from '../kernel/page.ts';
import { paths } from '../kernel/paths.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useFollowed } from './instant-payment.api.ts';
import { Details, Progress } from './Progress.tsx';

/** One payment from another bank. The page follows it by itself for five minutes. */
export function InstantPaymentPage() {
  const t = useTranslations('instantPayment');
  usePage(t('title'));
  const { uid = '' }: { uid?: string } = useParams({ strict: false });
  return <FollowedPayment uid={uid} />;
}

/** The same on the page that customers come back to. */
export function FollowedPayment({ uid }: { uid: string }) {
  const t = useTranslations('instantPayment');
  const { payment, tired, again } = useFollowed(uid);
  if (payment.data)
    return (
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_340px]">
        <Progress payment={payment.data} tired={tired} onAgain={again} />
        <div className="grid gap-4">
          <Details payment={payment.data} />
          <Link to={paths.instantPayments} className={buttonClass('quiet', true)}>
            {t('all')}
          </Link>
        </div>
      </div>
    );
  if (payment.error instanceof ApiError && [400, 404].includes(payment.error.status)) return <Missing />;
  return payment.error ? (
    <Card>
      <ErrorState title={t('failedOne')} text={failureText(payment.error)} onRetry={() => void payment.refetch()} />
    </Card>
  ) : (
    <Skeleton shape="card" count={2} className="grid gap-6 lg:grid-cols-2" />
  );
}

function Missing() {
  const t = useTranslations('instantPayment');
  return (
    <Card>
      <EmptyState
        title={t('missing')}
        action={
          <Link to={paths.instantPayments} className={buttonClass('secondary')}>
            {t('all')}
          </Link>
        }
      >
        {t('missingText')}
      </EmptyState>
    </Card>
  );
}
