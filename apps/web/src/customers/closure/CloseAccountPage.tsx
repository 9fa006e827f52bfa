import type { ClosureView } from '@larkmere/contract/customers/closure';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ClosingPack } from '../../accounts/statement/statement.tsx';
import { failureText } from '../../platform/failures.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { useSessionState } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CloseAccountForm } from './CloseAccountForm.tsx';
import { ClosureBlockers } from './ClosureBlockers.tsx';
import { ClosureProgress } from './ClosureProgress.tsx';
import { closureQuery } from './closure.api.ts';

export function CloseAccountPage() {
  const t = useTranslations('closure');
  const { status } = useSessionState();
  const isSignedIn = status === 'in';
  const { data, error, isLoading, refetch } = useQuery({ ...closureQuery, enabled: isSignedIn });
  return (
    <div className="grid gap-6">
      <PageHeading title={t('title')} />
      {status === 'out' && <p className="text-text-muted">{t('strangerText')}</p>}
      {isLoading && <Skeleton shape="card" count={2} />}
      {error && !data && (
        <Card>
          <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
        </Card>
      )}
      {data && <Closure closure={data} />}
      <Link to={isSignedIn ? paths.home : paths.login} className={`${buttonClass('secondary')} w-fit`}>
        {t(isSignedIn ? 'home' : 'login')}
      </Link>
    </div>
  );
}

function Closure({ closure }: { closure: ClosureView }) {
  const t = useTranslations('closure');
  const [isWithdrawn, setIsWithdrawn] = useState(false);
  const { state, isOwner, blockers, graceDays } = closure;
  const records = isOwner && (
    <Suspense>
      <ClosingPack />
    </Suspense>
  );
  if (state !== null)
    return (
      <>
        <ClosureProgress closure={closure} onWithdrawn={() => setIsWithdrawn(true)} />
        {records}
      </>
    );
  if (!isOwner) return <Notice kind="info" title={t('ownerOnly')} />;
  return (
    <>
      {isWithdrawn && <Notice kind="success" title={t('progress.kept')} />}
      <p className="text-text-muted">{t('intro')}</p>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>{t('steps.first')}</li>
        <li>{t('steps.days', { days: graceDays })}</li>
        <li>{t('steps.statements')}</li>
        <li>{t('steps.data')}</li>
      </ol>
      <ClosureBlockers blockers={blockers} />
      {records}
      <CloseAccountForm closure={closure} />
    </>
  );
}
