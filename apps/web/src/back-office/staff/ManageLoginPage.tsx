import type { StaffLoginChallenge } from '@larkmere/contract/back-office/staff';
import { useRouter } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Login, LoginForm } from '../../identity/session/session.tsx';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { currentStaffSession, loginStaff, useStaffSessionState } from '../../platform/session/staff-session.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ConfirmStaffLogin } from './ConfirmStaffLogin.tsx';
import { EnrolStaffFactor } from './EnrolStaffFactor.tsx';

export function ManageLoginPage() {
  const t = useTranslations('manage.login');
  const [hasCode, setHasCode] = useState(true);
  const router = useRouter();
  const [enrolling, setEnrolling] = useState<{ username: string; password: string }>();
  const [challenge, setChallenge] = useState<StaffLoginChallenge>();
  const logIn = async (entered: Login) => {
    setChallenge(await loginStaff(entered));
    const session = currentStaffSession();
    if (session?.enrolling) setEnrolling({ username: entered.username, password: entered.password });
    else if (session) await router.navigate({ to: paths.manage });
  };
  if (enrolling) return <EnrolStaffFactor {...enrolling} />;
  if (challenge) return <ConfirmStaffLogin challenge={challenge} onStartAgain={() => setChallenge(undefined)} />;
  return (
    <>
      <meta name="robots" content="noindex" />
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-8 text-text-muted">{t('intro')}</p>
      <LoginForm
        texts={t}
        code={hasCode ? { label: t('code'), hint: t('codeHint'), missing: t('codeMissing') } : undefined}
        notice={<SignOutNotice />}
        onLogin={logIn}
      >
        <LinkButton onClick={() => setHasCode(!hasCode)}>{t(hasCode ? 'noCode' : 'withCode')}</LinkButton>
      </LoginForm>
      <div className="mt-8">
        <Notice kind="neutral" icon={<Lock size={18} />}>
          {t('neverAsk')}
        </Notice>
      </div>
    </>
  );
}

function SignOutNotice() {
  const t = useTranslations('manage.login');
  const state = useStaffSessionState();
  return state.status === 'out' && state.reason === 'logout' && <Notice kind="info" title={t('loggedOut')} />;
}
