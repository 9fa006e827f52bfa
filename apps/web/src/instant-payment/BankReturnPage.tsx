import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../kernel/call-errors.ts';
import { failureText } from '../kernel/errors.ts';
import { PageHeading } from '../kernel/PageHeading.tsx';
import { usePage } from '../kernel/page.ts';
import { paths } from '../kernel/paths.ts';
import { currentSession } from '../kernel/session.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { FollowedPayment } from './InstantPaymentPage.tsx';
import { bankReturnQuery } from './instant-payment.api.ts';

type Query = { state?: string; code?: string; error?: string; iss?: string; payment?: string };

/**
 * Where customers come back to from their bank. Of the address only the key to look it up counts; whatever else it says of
 * the payment is not shown and not believed: the server asks the bank.
 */
export function BankReturnPage() {
  const t = useTranslations('instantPayment.back');
  usePage(t('title'));
  const { pathname } = useLocation();
  const query: Query = useSearch({ strict: false });
  // The page for phones stands outside the frame that would show its title.
  if (pathname !== paths.bankReturnOnPhone) return <Answer query={query} />;
  return (
    <div className="grid gap-6">
      <PageHeading title={t('title')} />
      <Answer query={query} />
    </div>
  );
}

function Answer({ query: { payment, state, code, error, iss } }: { query: Query }) {
  if (!currentSession()) return <SignedOut />;
  if (payment) return <FollowedPayment uid={payment} />;
  if (!state) return <Unknown />;
  return <HandIn back={{ state, ...(code && { code }), ...(error && { error }), ...(iss && { iss }) }} />;
}

function HandIn({ back }: { back: Parameters<typeof bankReturnQuery>[0] }) {
  const t = useTranslations('instantPayment.back');
  const navigate = useNavigate();
  const answer = useQuery(bankReturnQuery(back));
  const uid = answer.data?.uid;
  useEffect(() => {
    // The code is used up: it leaves the address, and a reload looks at the payment.
    if (uid) void navigate({ to: '.', search: { payment: uid }, replace: true } as never);
  }, [uid, navigate]);
  if (answer.error instanceof ApiError && [400, 404].includes(answer.error.status)) return <Unknown />;
  if (answer.error)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(answer.error)} onRetry={() => void answer.refetch()} />
      </Card>
    );
  return (
    <Card>
      <p role="status" className="mb-4 font-semibold">
        {t('asking')}
      </p>
      <Skeleton shape="row" count={3} />
    </Card>
  );
}

function Unknown() {
  const t = useTranslations('instantPayment');
  return (
    <Card>
      <EmptyState
        title={t('back.unknown')}
        action={
          <Link to={paths.instantPayments} className={buttonClass('secondary')}>
            {t('all')}
          </Link>
        }
      >
        {t('back.unknownText')}
      </EmptyState>
    </Card>
  );
}

function SignedOut() {
  const t = useTranslations('instantPayment.back');
  return (
    <Card>
      <EmptyState
        title={t('signedOut')}
        action={
          <Link to={paths.login} className={buttonClass()}>
            {t('login')}
          </Link>
        }
      >
        {t('signedOutText')}
      </EmptyState>
    </Card>
  );
}
