import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { call } from '../../platform/http/call.ts';
import { withCaptcha } from '../../platform/http/captcha.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { useLinkSecret } from '../../platform/navigation/link-secret.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { queryClient } from '../../platform/queries/query-client.ts';
import { loginStaff } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EnrolStaffFactor } from '../staff/staff.ts';
import { staffInvitationQuery } from './staff-member.api.ts';

export const ManageInvitationPage = () => (
  <QueryClientProvider client={queryClient}>
    <meta name="robots" content="noindex" />
    <LoadedInvitation />
  </QueryClientProvider>
);

function LoadedInvitation() {
  const t = useTranslations('manage.invitation');
  const token = useLinkSecret();
  const { data, error, refetch } = useQuery({ ...staffInvitationQuery(token), staleTime: Number.POSITIVE_INFINITY });
  const [login, setLogin] = useState<{ username: string; password: string }>();
  if (login) return <EnrolStaffFactor {...login} />;
  if (error) return <ErrorState title={t('loadFailed')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton shape="row" count={3} />;
  if (data === null)
    return (
      <EmptyState title={t('ended')} icon={<MailX size={22} />}>
        {t('endedText')}
      </EmptyState>
    );
  return <PasswordForm token={token} invitation={data} onDone={setLogin} />;
}

type FormProps = {
  token: string;
  invitation: NonNullable<Reply<typeof contract.staffMember.showInvitation>>;
  onDone: (login: { username: string; password: string }) => void;
};

function PasswordForm({ token, invitation: { name, username, role }, onDone }: FormProps) {
  const t = useTranslations('manage.invitation');
  const roles = useTranslations('manage.role');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isShort = password.length < 12;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setFailure(undefined);
    if (isShort || busy) return;
    setBusy(true);
    try {
      await withCaptcha(
        async (captcha) => {
          const input = { token, password, idempotency: newIdempotencyKey(), ...(captcha ? { captcha } : {}) };
          await call(staffEndpoints.staffMember.acceptInvitation, input);
        },
        () => {},
      );
      await loginStaff({ username, password, idempotency: newIdempotencyKey() });
      onDone({ username, password });
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeading title={t('title', { name })} />
      <p className="mt-1 mb-8 text-text-muted">{t('text', { username, role: roles(role) })}</p>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
        {failure && (
          <Notice kind="danger" title={t('failed')}>
            {failure}
          </Notice>
        )}
        <PasswordInput
          label={t('password')}
          purpose="new"
          hint={t('hint')}
          error={tried && isShort ? t('missing') : undefined}
          value={password}
          maxLength={128}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button type="submit" wide busy={busy}>
          {t('submit')}
        </Button>
      </form>
    </>
  );
}
