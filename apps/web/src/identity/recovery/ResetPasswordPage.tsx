import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { call } from '../../platform/http/call.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { withCaptcha } from '../../platform/http/captcha.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { useLinkSecret } from '../../platform/navigation/link-secret.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';
import { type NewPassword, NewPasswordFields } from './NewPasswordFields.tsx';
import { meetsPasswordRules } from './password-rules.ts';

type Failure = Readonly<{ text: string; needsNewLink: boolean }>;

export const ResetPasswordPage = () => <ResetPassword token={useLinkSecret()} />;

export function ResetPassword({ token }: { token: string }) {
  const t = useTranslations('recovery.reset');
  const [entered, setEntered] = useState<NewPassword>({ password: '', confirm: '' });
  const { unmet, failure, busy, done, message, submit } = useReset(token, entered);
  if (done) return <Done />;
  return (
    <>
      <meta name="robots" content="noindex" />
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-8 text-text-muted">{t('intro')}</p>
      <form onSubmit={submit} noValidate className="grid gap-6">
        <div ref={message} tabIndex={-1} className="outline-none empty:hidden">
          <FailureNotice failure={failure} />
        </div>
        <NewPasswordFields entered={entered} onChange={setEntered} error={unmet ? t('rulesUnmet') : undefined} />
        <Button type="submit" wide busy={busy} busyLabel={t('saving')}>
          {t('submit')}
        </Button>
        <p className="text-caption text-text-muted">{t('limit')}</p>
      </form>
    </>
  );
}

function FailureNotice({ failure }: { failure: Failure | undefined }) {
  const t = useTranslations('recovery.reset');
  if (!failure) return null;
  const newLink = (
    <Link to={paths.lostPassword} className={buttonClass('secondary')}>
      {t('newLink')}
    </Link>
  );
  return (
    <Notice kind="danger" title={t('failed')} action={failure.needsNewLink && newLink}>
      {failure.text}
    </Notice>
  );
}

function useReset(token: string, { password, confirm }: NewPassword) {
  const message = useRef<HTMLDivElement>(null);
  const [unmet, setUnmet] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);

  // The message is not in the page until it is set, so the focus follows in an effect.
  useEffect(() => {
    if (failure) message.current?.focus();
  }, [failure]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setFailure(undefined);
    const isUnmet = !meetsPasswordRules(password, confirm);
    setUnmet(isUnmet);
    if (isUnmet) {
      event.currentTarget.querySelector<HTMLInputElement>('#password')?.focus();
      return;
    }
    setBusy(true);
    try {
      await withCaptcha(
        async (captcha) => {
          const input = { token, password, confirm, idempotency: newIdempotencyKey(), ...(captcha ? { captcha } : {}) };
          await call(endpoints.recovery.resetPassword, input);
        },
        () => undefined,
      );
      setDone(true);
    } catch (error) {
      const needsNewLink = error instanceof ApiError && error.code === 'reset_link_invalid';
      setFailure({ text: failureText(error), needsNewLink });
    } finally {
      setBusy(false);
    }
  };
  return { unmet, failure, busy, done, message, submit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}

function Done() {
  const t = useTranslations('recovery.reset');
  return (
    <>
      <span className="mb-6 grid size-16 place-items-center rounded-card bg-success-soft text-success">
        <ShieldCheck size={30} aria-hidden />
      </span>
      <PageHeading title={t('doneTitle')} />
      <p className="mt-1 mb-8 text-text-muted">{t('doneText')}</p>
      <Link to={paths.login} className={buttonClass('primary', true)}>
        {t('logIn')}
      </Link>
      <p className="mt-6 text-caption text-text-muted">{t('limit')}</p>
    </>
  );
}
