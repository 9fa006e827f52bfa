import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { languages } from '../../messages/languages.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { lazyPart } from '../../platform/navigation/lazy-screen.tsx';
import { navigation } from '../../platform/navigation/navigation.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { hasActiveSession, login, useSessionState } from '../../platform/session/session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';
import { type Login, LoginForm } from './LoginForm.tsx';

type Challenge = Awaited<ReturnType<typeof login>>;

const ConfirmLogin = lazyPart(async () => (await import('./ConfirmLogin.tsx')).ConfirmLogin, languages.en.later);

/** `/109in` is the same page under an address that search engines must not index. */
export function LoginPage() {
  const t = useTranslations('session.login');
  const { pathname } = useLocation();
  const router = useRouter();
  const [challenge, setChallenge] = useState<Challenge>();
  const goOn = async () => {
    const { afterLogin = paths.home } = navigation;
    navigation.afterLogin = undefined;
    await router.navigate(linkTo(afterLogin));
  };
  const logIn = async (entered: Login) => {
    try {
      setChallenge(await login(entered));
    } catch (error) {
      const token = oneTimeTokenOf(error);
      if (!token) throw error;
      await router.navigate({ to: paths.forgotLogin, hash: token });
      return;
    }
    if (hasActiveSession()) await goOn();
  };
  if (challenge)
    return (
      <Suspense>
        <ConfirmLogin challenge={challenge} onDone={goOn} onStartAgain={() => setChallenge(undefined)} />
      </Suspense>
    );
  return (
    <>
      {pathname !== paths.login && <meta name="robots" content="noindex" />}
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-8 text-text-muted">{t('intro')}</p>
      <LoginForm texts={t} notice={<SignOutNotice />} onLogin={logIn} />
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
