import type { InstantPaymentState } from '@larkmere/contract/instant-payment';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { failureText, isMissing } from '../kernel/errors.ts';
import { navigation } from '../kernel/navigation.ts';
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
import { bankReturnQuery, bankReturnSignedOutQuery, type WayBack } from './instant-payment.api.ts';

type Query = { state?: string; code?: string; error?: string; iss?: string; payment?: string };

/**
 * The return page from the payer's bank. Only the lookup key in the address counts; anything else there is neither
 * displayed nor trusted: the server asks the bank.
 */
export function BankReturnPage() {
  const t = useTranslations('instantPayment.back');
  usePage(t('title'));
  const { pathname } = useLocation();
  const query: Query = useSearch({ strict: false });
  // The phone page has no frame that displays its title.
  if (pathname !== paths.bankReturnOnPhone) return <Answer query={query} />;
  return (
    <div className="grid gap-6">
      <PageHeading title={t('title')} />
      <Answer query={query} />
    </div>
  );
}

function Answer({ query: { payment, state, code, error, iss } }: { query: Query }) {
  const back = state ? { state, ...(code && { code }), ...(error && { error }), ...(iss && { iss }) } : undefined;
  if (payment && currentSession()) return <FollowedPayment uid={payment} />;
  return (
    <div className="mx-auto w-full max-w-[640px]">
      <Unanswered back={back} />
    </div>
  );
}

function Unanswered({ back }: { back: WayBack | undefined }) {
  if (!currentSession()) return back ? <HandInSignedOut back={back} /> : <SignedOut />;
  return back ? <HandIn back={back} /> : <Unknown />;
}

function HandIn({ back }: { back: WayBack }) {
  const navigate = useNavigate();
  const answer = useQuery(bankReturnQuery(back));
  const uid = answer.data?.uid;
  useEffect(() => {
    // The code can be used once: it leaves the address, and a reload shows the payment.
    if (uid) void navigate({ to: '.', search: { payment: uid }, replace: true } as never);
  }, [uid, navigate]);
  if (isMissing(answer.error)) return <Unknown />;
  return <Asking failure={answer.error} onRetry={() => void answer.refetch()} />;
}

/** The server accepts the redirect parameters even if the session has expired; everything else needs a login. */
function HandInSignedOut({ back }: { back: WayBack }) {
  const t = useTranslations('instantPayment.back');
  const answer = useQuery(bankReturnSignedOutQuery(back));
  if (isMissing(answer.error)) return <SignedOut />;
  if (!answer.data) return <Asking failure={answer.error} onRetry={() => void answer.refetch()} />;
  const { state, bank, reason } = answer.data;
  const outcome = isNotPaid(state) ? 'notPaid' : state === 'awaiting_authorisation' ? 'waits' : 'goesOn';
  return (
    <Card>
      <EmptyState title={t(`signedOutAs.${outcome}`, { bank })} action={<LogIn />}>
        {reason ?? t(`signedOutNext.${outcome}`)}
      </EmptyState>
    </Card>
  );
}

const isNotPaid = (state: InstantPaymentState): boolean => ['rejected', 'cancelled', 'expired'].includes(state);

function Asking({ failure, onRetry }: { failure: Error | null; onRetry: () => void }) {
  const t = useTranslations('instantPayment.back');
  return (
    <Card>
      {failure ? (
        <ErrorState title={t('failed')} text={failureText(failure)} onRetry={onRetry} />
      ) : (
        <>
          <p role="status" className="mb-4 font-semibold">
            {t('asking')}
          </p>
          <Skeleton shape="row" count={3} />
        </>
      )}
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
      <EmptyState title={t('signedOut')} action={<LogIn />}>
        {t('signedOutText')}
      </EmptyState>
    </Card>
  );
}

/** After login the customer returns here with the redirect parameters. */
function LogIn() {
  const t = useTranslations('instantPayment.back');
  const { searchStr } = useLocation();
  const comeBack = () => {
    navigation.afterLogin = `${paths.bankReturn}${searchStr}`;
  };
  return (
    <Link to={paths.login} className={buttonClass()} onClick={comeBack}>
      {t('login')}
    </Link>
  );
}
