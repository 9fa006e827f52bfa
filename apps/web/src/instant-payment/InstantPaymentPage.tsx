import { Link, useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { failureOf } from '../kernel/errors.ts';
import { usePage } from '../kernel/page.ts';
import { paths } from '../kernel/paths.ts';
import { buttonClass } from '../ui/button-class.ts';
import { InsteadOf } from '../ui/InsteadOf.tsx';
import { useFollowed } from './instant-payment.api.ts';
import { Details, Progress } from './Progress.tsx';

export function InstantPaymentPage() {
  const t = useTranslations('instantPayment');
  usePage(t('title'));
  const { uid = '' }: { uid?: string } = useParams({ strict: false });
  return <FollowedPayment uid={uid} />;
}

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
  return (
    <InsteadOf
      failure={failureOf(payment.error)}
      words={{ missing: t('missing'), missingText: t('missingText'), failed: t('failedOne') }}
      way={
        <Link to={paths.instantPayments} className={buttonClass('secondary')}>
          {t('all')}
        </Link>
      }
      onRetry={() => void payment.refetch()}
      className="grid gap-6 lg:grid-cols-2"
    />
  );
}
