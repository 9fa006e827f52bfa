import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailX, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useLinkSecret } from '../../platform/navigation/link-secret.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { openStep, useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { queryClient } from '../../platform/queries/query-client.ts';
import { useSessionState } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { formatDateTime } from '../../ui/date-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AcceptAsYou } from './AcceptAsYou.tsx';
import { Decline } from './Decline.tsx';
import { invitationQuery } from './invitation.api.ts';
import { NewLoginForm } from './NewLoginForm.tsx';

export type Invitation = NonNullable<Reply<typeof contract.invitation.show>>;
type End = 'joined' | 'joinedLogIn' | 'declined' | 'ended';

/** Opening the link changes nothing, because mail scanners open links too: the buttons answer. */
export const InvitationPage = () => (
  <QueryClientProvider client={queryClient}>
    <LoadedInvitation />
  </QueryClientProvider>
);

function LoadedInvitation() {
  const t = useTranslations('invitation');
  const token = useLinkSecret();
  const { data, error, refetch } = useQuery(invitationQuery(token));
  const [end, setEnd] = useState<End>();
  const finish = (next: End) => {
    openStep();
    setEnd(next);
  };
  return (
    <>
      <meta name="robots" content="noindex" />
      {end && <Ended end={end} customer={data?.customer ?? ''} />}
      {!end && data && <Answer token={token} invitation={data} onEnd={finish} />}
      {!end && data === null && <Ended end="ended" customer="" />}
      {!data && error && <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Loading />}
    </>
  );
}

function Loading() {
  const t = useTranslations('invitation');
  useSetPageTitle(t('loading'));
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton shape="row" count={3} />
    </div>
  );
}

type AnswerProps = { token: string; invitation: Invitation; onEnd: (end: End) => void };

function Answer({ token, invitation, onEnd }: AnswerProps) {
  const t = useTranslations('invitation');
  const session = useSessionState();
  const locale = useLocale();
  const now = useNow();
  const { customer, invitedBy: name, role, expiresAt } = invitation;
  return (
    <>
      <PageHeading title={t('title', { customer })} />
      <p className="mt-1 text-text-muted">{t('intro', { name, customer, role })}</p>
      <p className="mt-2 mb-8 text-small text-text-muted">
        {t('until', { when: formatDateTime(new Date(expiresAt), locale, now) })} {t('unsure', { name })}
      </p>
      {session.status === 'in' ? (
        <AcceptAsYou token={token} onJoined={() => onEnd('joined')} />
      ) : (
        <NewLoginForm token={token} invitation={invitation} onJoined={() => onEnd('joinedLogIn')} />
      )}
      <Decline token={token} invitedBy={name} onDeclined={() => onEnd('declined')} />
    </>
  );
}

function Ended({ end, customer }: { end: End; customer: string }) {
  const t = useTranslations('invitation');
  const hasJoined = end === 'joined' || end === 'joinedLogIn';
  const Icon = hasJoined ? ShieldCheck : MailX;
  const title = hasJoined ? t('joined', { customer }) : t(end);
  return (
    <>
      <span
        className={`mb-6 grid size-16 place-items-center rounded-card ${hasJoined ? 'bg-success-soft text-success' : 'bg-brand-soft text-brand-text'}`}
      >
        <Icon size={30} aria-hidden />
      </span>
      <PageHeading title={title} />
      <p className="mt-1 mb-8 text-text-muted">{t(end === 'joinedLogIn' ? 'joinedLogIn' : `${end}Text`)}</p>
      {end === 'joined' && (
        <Link to={paths.home} className={buttonClass('primary', true)}>
          {t('home')}
        </Link>
      )}
      {end === 'joinedLogIn' && (
        <Link to={paths.login} className={buttonClass('primary', true)}>
          {t('toLogin')}
        </Link>
      )}
    </>
  );
}
