import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { renderSVG } from 'uqr';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { queryClient } from '../../platform/queries/query-client.ts';
import { loginStaff } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Field } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { enrolmentQuery } from './staff.api.ts';

type Props = { username: string; password: string };

/** In the session that a login without a code opens: the secret is displayed once, its first code logs in. */
export const EnrolStaffCode = (props: Props) => (
  <QueryClientProvider client={queryClient}>
    <Enrolment {...props} />
  </QueryClientProvider>
);

function Enrolment({ username, password }: Props) {
  const t = useTranslations('manage.enrol');
  const router = useRouter();
  const { data, error } = useQuery(enrolmentQuery);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await loginStaff({ username, password, code: code.replace(/\s/g, ''), idempotency: newIdempotencyKey() });
      await router.navigate({ to: paths.manage });
    } catch (failure) {
      setFault(failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  if (error) return <ErrorState title={t('failed')} text={failureText(error)} />;
  if (!data) return <Skeleton shape="card" />;
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-6 text-text-muted">{t('text')}</p>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <img
          alt={t('qr')}
          className="mx-auto size-44 rounded-control bg-white p-2"
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(data.uri))}`}
        />
        <dl>
          <CopyField label={t('key')} value={data.secret.replace(/(.{4})(?=.)/g, '$1 ')} />
        </dl>
        <Field label={t('code')} error={fault}>
          <TextInput
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            className="figures max-w-40"
            onChange={({ target }) => setCode(target.value)}
          />
        </Field>
        <Button type="submit" wide busy={busy}>
          {t('confirm')}
        </Button>
      </form>
    </>
  );
}
