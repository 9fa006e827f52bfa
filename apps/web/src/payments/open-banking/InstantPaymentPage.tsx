import { Link, useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { toQueryFailure } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { usePolledPayment } from './open-banking.api.ts';
import { PaymentDetails, PaymentProgress } from './PaymentProgress.tsx';
import { useInstantPaymentPaths } from './use-instant-payment-paths.ts';

export function InstantPaymentPage() {
  const t = useTranslations('instantPayment');
  useSetPageTitle(t('title'));
  const { uid = '' }: { uid?: string } = useParams({ strict: false });
  return <TrackedPayment uid={uid} />;
}

export function TrackedPayment({ uid }: { uid: string }) {
  const t = useTranslations('instantPayment');
  const { payment, tired, again } = usePolledPayment(uid);
  const pathTo = useInstantPaymentPaths();
  if (payment.data)
    return (
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_340px]">
        <PaymentProgress payment={payment.data} hasStoppedPolling={tired} onAgain={again} />
        <div className="grid gap-4">
          <PaymentDetails payment={payment.data} />
          <Link to={pathTo.all} className={buttonClass('quiet', true)}>
            {t('all')}
          </Link>
        </div>
      </div>
    );
  return (
    <QueryFallback
      failure={toQueryFailure(payment.error)}
      texts={{ missing: t('missing'), missingText: t('missingText'), failed: t('failedOne') }}
      action={
        <Link to={pathTo.all} className={buttonClass('secondary')}>
          {t('all')}
        </Link>
      }
      onRetry={() => void payment.refetch()}
      className="grid gap-6 lg:grid-cols-2"
    />
  );
}
