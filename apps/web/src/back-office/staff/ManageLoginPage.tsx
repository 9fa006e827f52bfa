import type { StaffLoginChallenge } from '@larkmere/contract/back-office/staff';
import { useRouter } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { readFormText } from '../../platform/forms/form-data.ts';
import { withCaptcha } from '../../platform/http/captcha.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { currentStaffSession, loginStaff, useStaffSessionState } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { ConfirmStaffLogin } from './ConfirmStaffLogin.tsx';
import { EnrolStaffFactor } from './EnrolStaffFactor.tsx';

const fields = ['username', 'password', 'code'] as const;
type FieldName = (typeof fields)[number];
type Entered = Record<FieldName, string>;

export function ManageLoginPage() {
  const t = useTranslations('manage.login');
  const [hasCode, setHasCode] = useState(true);
  const { missing, failure, busy, solving, message, submit, enrolling, challenge, startAgain } =
    useManageLogin(hasCode);
  if (enrolling) return <EnrolStaffFactor {...enrolling} />;
  if (challenge) return <ConfirmStaffLogin challenge={challenge} onStartAgain={startAgain} />;
  return (
    <>
      <meta name="robots" content="noindex" />
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
        <Field label={t('username')} error={missing.has('username') ? t('usernameMissing') : undefined} id="username">
          <TextInput name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={254} />
        </Field>
        <PasswordInput
          label={t('password')}
          purpose="current"
          name="password"
          id="password"
          error={missing.has('password') ? t('passwordMissing') : undefined}
          maxLength={128}
        />
        {hasCode && (
          <Field
            label={t('code')}
            hint={t('codeHint')}
            error={missing.has('code') ? t('codeMissing') : undefined}
            id="code"
          >
            <TextInput
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              className="figures max-w-40"
            />
          </Field>
        )}
        <LinkButton onClick={() => setHasCode(!hasCode)}>{t(hasCode ? 'noCode' : 'withCode')}</LinkButton>
        <Button type="submit" wide busy={busy} busyLabel={t('checking')}>
          {t('submit')}
        </Button>
        <p role="status" className="text-small text-text-muted empty:hidden">
          {solving && t('solving')}
        </p>
      </form>
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

/** Authenticator apps display the code in two groups, and users type the space. */
const readForm = (form: HTMLFormElement): Entered => {
  const entered = new FormData(form);
  const text = (name: FieldName) => readFormText(entered, name);
  return { username: text('username').trim(), password: text('password'), code: text('code').replace(/\s/g, '') };
};

const findMissingFields = ({ username, password, code }: Entered): FieldName[] =>
  fields.filter((name) => (name === 'code' ? !/^\d{6}$/.test(code) : !{ username, password }[name]));

function useManageLogin(hasCode: boolean) {
  const router = useRouter();
  const message = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState<ReadonlySet<FieldName>>(new Set());
  const [failure, setFailure] = useState<{ text: string }>();
  const [busy, setBusy] = useState(false);
  const [solving, setSolving] = useState(false);
  const [enrolling, setEnrolling] = useState<{ username: string; password: string }>();
  const [challenge, setChallenge] = useState<StaffLoginChallenge>();

  // The message is not in the page until it is set, so the focus follows in an effect.
  useEffect(() => {
    if (failure) message.current?.focus();
  }, [failure]);

  const attempt = ({ code, ...entered }: Entered) =>
    withCaptcha(
      async (captcha) =>
        setChallenge(
          await loginStaff({
            ...entered,
            ...(hasCode ? { code } : {}),
            idempotency: newIdempotencyKey(),
            ...(captcha ? { captcha } : {}),
          }),
        ),
      () => setSolving(true),
    );

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const input = (name: FieldName) => form.querySelector<HTMLInputElement>(`#${name}`);
    const entered = readForm(form);
    const [first, ...others] = findMissingFields(entered).filter((name) => hasCode || name !== 'code');
    setFailure(undefined);
    setMissing(new Set(first ? [first, ...others] : []));
    if (first) return input(first)?.focus();
    setBusy(true);
    try {
      await attempt(entered);
      if (currentStaffSession()?.enrolling) setEnrolling(entered);
      else if (currentStaffSession()) await router.navigate({ to: paths.manage });
    } catch (error) {
      setFailure({ text: failureText(error) });
      for (const name of ['password', 'code'] as const) {
        const field = input(name);
        if (field) field.value = '';
      }
    } finally {
      setBusy(false);
      setSolving(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => void submit(event);
  const startAgain = () => setChallenge(undefined);
  return { missing, failure, busy, solving, message, submit: onSubmit, enrolling, challenge, startAgain };
}
