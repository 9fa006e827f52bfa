import type { InstantPaymentState } from '@larkmere/contract/payments/open-banking';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { failureText, isNotFound } from '../../platform/failures.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { currentSession } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TrackedPayment } from './InstantPaymentPage.tsx';
import { bankReturnQuery, bankReturnSignedOutQuery, type RedirectCallback } from './open-banking.api.ts';
import { useInstantPaymentPaths } from './use-instant-payment-paths.ts';

type ReturnParameters = { state?: string; code?: string; error?: string; iss?: string; payment?: string };

/**
 * The return page from the payer's bank. Only the lookup key in the address counts; anything else there is neither
 * displayed nor trusted: the server asks the bank.
 */
export function BankReturnPage() {
  const t = useTranslations('instantPayment.back');
  useSetPageTitle(t('title'));
  const { pathname } = useLocation();
  // The phone page has no frame that displays its title.
  if (pathname !== paths.bankReturnOnPhone) return <BankReturn />;
  return (
    <div className="grid gap-6">
      <PageHeading title={t('title')} />
      <BankReturn />
    </div>
  );
}

export function BankReturn() {
  const { payment, state, code, error, iss }: ReturnParameters = useSearch({ strict: false });
  const back = state ? { state, ...(code && { code }), ...(error && { error }), ...(iss && { iss }) } : undefined;
  if (payment && currentSession()) return <TrackedPayment uid={payment} />;
  return (
    <div className="mx-auto w-full max-w-[640px]">
      <PendingReturn back={back} />
    </div>
  );
}

function PendingReturn({ back }: { back: RedirectCallback | undefined }) {
  if (!currentSession()) return back ? <SubmitReturnSignedOut back={back} /> : <SignedOut />;
  return back ? <SubmitReturn back={back} /> : <UnknownReturn />;
}

function SubmitReturn({ back }: { back: RedirectCallback }) {
  const navigate = useNavigate();
  const answer = useQuery(bankReturnQuery(back));
  const uid = answer.data?.uid;
  useEffect(() => {
    // The code can be used once: it leaves the address, and a reload shows the payment.
    if (uid) void navigate({ to: '.', search: { payment: uid }, replace: true } as never);
  }, [uid, navigate]);
  if (isNotFound(answer.error)) return <UnknownReturn />;
  return <CheckingBank failure={answer.error} onRetry={() => void answer.refetch()} />;
}

/** The server accepts the redirect parameters even if the session has expired; everything else needs a login. */
function SubmitReturnSignedOut({ back }: { back: RedirectCallback }) {
  const t = useTranslations('instantPayment.back');
  const answer = useQuery(bankReturnSignedOutQuery(back));
  if (isNotFound(answer.error)) return <SignedOut />;
  if (!answer.data) return <CheckingBank failure={answer.error} onRetry={() => void answer.refetch()} />;
  const { state, bank, reason } = answer.data;
  const outcome = isNotPaid(state) ? 'notPaid' : state === 'awaiting_authorisation' ? 'waits' : 'goesOn';
  return (
    <Card>
      <EmptyState title={t(`signedOutAs.${outcome}`, { bank })} action={<LoginLink />}>
        {reason ?? t(`signedOutNext.${outcome}`)}
      </EmptyState>
    </Card>
  );
}

const isNotPaid = (state: InstantPaymentState): boolean => ['rejected', 'cancelled', 'expired'].includes(state);

function CheckingBank({ failure, onRetry }: { failure: Error | null; onRetry: () => void }) {
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

function UnknownReturn() {
  const t = useTranslations('instantPayment');
  const { all } = useInstantPaymentPaths();
  return (
    <Card>
      <EmptyState
        title={t('back.unknown')}
        action={
          <Link to={all} className={buttonClass('secondary')}>
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
      <EmptyState title={t('signedOut')} action={<LoginLink />}>
        {t('signedOutText')}
      </EmptyState>
    </Card>
  );
}

/** After login the customer returns here with the redirect parameters. */
function LoginLink() {
  const t = useTranslations('instantPayment.back');
  const { pathname, searchStr } = useLocation();
  const comeBack = () => {
    const page = pathname === paths.topUpReturn ? pathname : paths.bankReturn;
    navigation.afterLogin = `${page}${searchStr}`;
  };
  return (
    <Link to={paths.login} className={buttonClass()} onClick={comeBack}>
      {t('login')}
    </Link>
  );
}
