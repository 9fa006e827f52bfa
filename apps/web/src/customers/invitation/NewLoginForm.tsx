import { passwordRules } from '@larkmere/contract/identity/password-rules';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { meetsPasswordRules, PasswordRules } from '../../identity/recovery/recovery.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { login } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { Invitation } from './InvitationPage.tsx';
import { useAcceptAsNew } from './invitation.api.ts';

type Props = { token: string; invitation: Invitation; onJoined: () => void };

export function NewLoginForm({ token, invitation: { email, name: invited }, onJoined }: Props) {
  const t = useTranslations('invitation');
  const [name, setName] = useState(invited);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [solving, setSolving] = useState(false);
  const enter = useFirstLogin(onJoined);
  const accept = useAcceptAsNew(() => setSolving(true));
  const request = useIdempotentRequest(accept.mutateAsync, () => void enter(email, password));
  const isBusy = request.sending || request.unknown;
  const isNameMissing = name.trim() === '';
  const isUnmet = !meetsPasswordRules(password);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isNameMissing || isUnmet) document.getElementById(isNameMissing ? 'name' : 'password')?.focus();
    else if (!isBusy) void request.send({ token, name: name.trim(), password, idempotency: request.key });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <SubmitNotice submission={request} refusedTitle={t('notAccepted')} retryText={t('once')} />
      <p className="rounded-control bg-sunken p-4 text-small">
        {t('haveLogin')}{' '}
        <Link
          to={paths.login}
          onClick={() => {
            navigation.afterLogin = location.pathname;
          }}
          className={linkClass}
        >
          {t('logIn')}
        </Link>
      </p>
      <Field label={t('email')}>
        <TextInput type="email" autoComplete="username" value={email} readOnly />
      </Field>
      <Field label={t('name')} id="name" error={tried && isNameMissing ? t('nameMissing') : undefined}>
        <TextInput autoComplete="name" value={name} onChange={({ target }) => setName(target.value)} maxLength={70} />
      </Field>
      <PasswordInput
        label={t('password')}
        purpose="new"
        id="password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={tried && isUnmet ? t('passwordUnmet') : undefined}
        maxLength={passwordRules.max}
      />
      <PasswordRules password={password} />
      <p className="text-small text-text-muted">{t('terms')}</p>
      <Button type="submit" wide busy={isBusy} busyLabel={t('sending')}>
        {t('submit')}
      </Button>
      <p role="status" className="text-small text-text-muted empty:hidden">
        {solving && t('solving')}
      </p>
    </form>
  );
}

/** With the password that was chosen a moment ago. If that fails, the log in page says why. */
function useFirstLogin(onJoined: () => void) {
  const router = useRouter();
  return async (username: string, password: string): Promise<void> => {
    try {
      await login({ username, password, idempotency: newIdempotencyKey() });
    } catch {
      onJoined();
      return;
    }
    await router.navigate(linkTo(paths.home));
  };
}
