import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { languages } from '../../messages/languages.ts';
import { failureText } from '../../platform/failures.ts';
import { readFormText } from '../../platform/forms/form-data.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { withCaptcha } from '../../platform/http/captcha.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { lazyPart } from '../../platform/navigation/lazy-screen.tsx';
import { navigation } from '../../platform/navigation/navigation.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { hasActiveSession, login, useSessionState } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

type Challenge = Awaited<ReturnType<typeof login>>;

const ConfirmLogin = lazyPart(async () => (await import('./ConfirmLogin.tsx')).ConfirmLogin, languages.en.later);

type MissingFields = { username?: string; password?: string };

/** `/109in` is the same page under an address that search engines must not index. */
export function LoginPage() {
  const t = useTranslations('session.login');
  const { pathname } = useLocation();
  const { missing, failure, busy, solving, message, submit, challenge, goOn, startAgain } = useLogin();
  if (challenge)
    return (
      <Suspense>
        <ConfirmLogin challenge={challenge} onDone={goOn} onStartAgain={startAgain} />
      </Suspense>
    );
  return (
    <>
      {pathname !== paths.login && <meta name="robots" content="noindex" />}
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-8 text-text-muted">{t('intro')}</p>
      <form onSubmit={submit} noValidate className="grid gap-6">
        <div ref={message} tabIndex={-1} className="outline-none empty:hidden">
          {failure ? (
            <Notice kind="danger" title={t('failed')}>
              {failure.text}
            </Notice>
          ) : (
            <SignOutNotice />
          )}
        </div>
        <Field label={t('username')} error={missing.username} id="username">
          <TextInput name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={254} />
        </Field>
        <PasswordInput
          label={t('password')}
          purpose="current"
          name="password"
          id="password"
          error={missing.password}
          maxLength={128}
        />
        <Button type="submit" wide busy={busy} busyLabel={t('checking')}>
          {t('submit')}
        </Button>
        <p role="status" className="text-small text-text-muted empty:hidden">
          {solving && t('solving')}
        </p>
      </form>
      <RecoveryLinks />
      <RegisterLink />
      <div className="mt-8 grid gap-4">
        <Notice kind="neutral" icon={<Lock size={18} />}>
          {t('neverAsk')}
        </Notice>
        <p className="text-caption text-text-muted">{t('privacy')}</p>
      </div>
    </>
  );
}

function SignOutNotice() {
  const t = useTranslations('session.left');
  const state = useSessionState();
  if (state.status !== 'out' || !state.reason) return null;
  return <Notice kind="info" title={t(state.reason)} />;
}

function RecoveryLinks() {
  const t = useTranslations('session.login');
  const ways = [
    { to: paths.lostPassword, label: t('lostPassword') },
    { to: paths.forgotLogin, label: t('forgotLogin') },
  ].filter(({ to }) => navigation.isBuilt(to));
  if (ways.length === 0) return null;
  return (
    <p className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-2 text-small">
      {ways.map(({ to, label }) => (
        <Link key={to} to={to} className={linkClass}>
          {label}
        </Link>
      ))}
    </p>
  );
}

function RegisterLink() {
  const t = useTranslations('session.login');
  return (
    <p className="mt-6 text-small text-text-muted">
      {t('newHere')}{' '}
      <Link to={paths.register} className={linkClass}>
        {t('register')}
      </Link>
    </p>
  );
}

/** A one-time password opens nothing but the page for an own one. */
function oneTimeTokenOf(error: unknown): string | undefined {
  const data = error instanceof ApiError && error.code === 'password_change_required' ? error.data : undefined;
  return (data as { token?: string } | undefined)?.token;
}

function useLogin() {
  const t = useTranslations('session.login');
  const router = useRouter();
  const message = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState<MissingFields>({});
  const [failure, setFailure] = useState<{ text: string }>();
  const [challenge, setChallenge] = useState<Challenge>();
  const [busy, setBusy] = useState(false);
  const [solving, setSolving] = useState(false);

  // The message is not in the page until it is set, so the focus follows in an effect.
  useEffect(() => {
    if (failure) message.current?.focus();
  }, [failure]);

  const attempt = async (username: string, password: string) => {
    const send = (captcha?: string) =>
      login({ username, password, idempotency: newIdempotencyKey(), ...(captcha ? { captcha } : {}) });
    await withCaptcha(
      async (captcha) => setChallenge(await send(captcha)),
      () => setSolving(true),
    );
  };

  const goOn = async () => {
    const { afterLogin = paths.home } = navigation;
    navigation.afterLogin = undefined;
    await router.navigate(linkTo(afterLogin));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const entered = new FormData(form);
    const username = readFormText(entered, 'username').trim();
    const password = readFormText(entered, 'password');
    setFailure(undefined);
    setMissing({
      ...(username ? {} : { username: t('usernameMissing') }),
      ...(password ? {} : { password: t('passwordMissing') }),
    });
    if (!username || !password) {
      form.querySelector<HTMLInputElement>(username ? '#password' : '#username')?.focus();
      return;
    }
    setBusy(true);
    try {
      await attempt(username, password);
      if (hasActiveSession()) await goOn();
    } catch (error) {
      const token = oneTimeTokenOf(error);
      if (token) {
        await router.navigate({ to: paths.forgotLogin, hash: token });
        return;
      }
      setFailure({ text: failureText(error) });
      const field = form.querySelector<HTMLInputElement>('#password');
      if (field) field.value = '';
    } finally {
      setBusy(false);
      setSolving(false);
    }
  };
  return {
    missing,
    failure,
    busy,
    solving,
    message,
    challenge,
    goOn,
    startAgain: () => setChallenge(undefined),
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  };
}
