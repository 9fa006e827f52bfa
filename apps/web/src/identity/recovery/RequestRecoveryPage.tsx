import { Link, useRouter } from '@tanstack/react-router';
import { Lock, MailCheck, Pencil, Phone, Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { readFormText } from '../../platform/forms/form-data.ts';
import { call } from '../../platform/http/call.ts';
import { withCaptcha } from '../../platform/http/captcha.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Field } from '../../ui/Field.tsx';
import { HelpText } from '../../ui/HelpText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

type Kind = 'password' | 'login';

export const LostPasswordPage = () => <RequestRecovery key="password" kind="password" />;
export const ForgottenLogin = () => <RequestRecovery key="login" kind="login" />;

function RequestRecovery({ kind }: { kind: Kind }) {
  const [sentTo, setSentTo] = useState<string>();
  return sentTo === undefined ? (
    <RequestForm kind={kind} onSent={setSentTo} />
  ) : (
    <CheckEmail name={sentTo} onAgain={() => setSentTo(undefined)} />
  );
}

type FormProps = { kind: Kind; onSent: (name: string) => void };

function RequestForm({ kind, onSent }: FormProps) {
  const t = useTranslations('recovery.request');
  const asksEmail = kind === 'login';
  const { missing, failure, busy, solving, message, submit } = useRequest(
    asksEmail ? t('emailMissing') : t('identifierMissing'),
    onSent,
  );
  return (
    <>
      <PageHeading title={asksEmail ? t('loginTitle') : t('passwordTitle')} />
      <p className="mt-1 mb-8 text-text-muted">{asksEmail ? t('loginIntro') : t('passwordIntro')}</p>
      <form onSubmit={submit} noValidate className="grid gap-6">
        <div ref={message} tabIndex={-1} className="outline-none empty:hidden">
          {failure && (
            <Notice kind="danger" title={t('failed')}>
              {failure.text}
            </Notice>
          )}
        </div>
        <Field label={asksEmail ? t('email') : t('identifier')} error={missing} id="identifier">
          <TextInput
            name="identifier"
            type={asksEmail ? 'email' : 'text'}
            autoComplete={asksEmail ? 'email' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
          />
        </Field>
        <Button type="submit" wide busy={busy} busyLabel={t('sending')}>
          {asksEmail ? t('submitLogin') : t('submit')}
        </Button>
        <p role="status" className="text-small text-text-muted empty:hidden">
          {solving && t('solving')}
        </p>
      </form>
      <p className="mt-6 text-small">
        <Link to={paths.login} className={linkClass}>
          {t('back')}
        </Link>
      </p>
    </>
  );
}

function useRequest(missingText: string, onSent: (name: string) => void) {
  const message = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState<string>();
  const [failure, setFailure] = useState<{ text: string }>();
  const [busy, setBusy] = useState(false);
  const [solving, setSolving] = useState(false);

  // The message is not in the page until it is set, so the focus follows in an effect.
  useEffect(() => {
    if (failure) message.current?.focus();
  }, [failure]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const identifier = readFormText(new FormData(form), 'identifier').trim();
    setFailure(undefined);
    setMissing(identifier ? undefined : missingText);
    if (!identifier) {
      form.querySelector<HTMLInputElement>('#identifier')?.focus();
      return;
    }
    setBusy(true);
    try {
      await withCaptcha(
        async (captcha) => {
          const input = { identifier, idempotency: newIdempotencyKey(), ...(captcha ? { captcha } : {}) };
          await call(endpoints.recovery.request, input);
        },
        () => setSolving(true),
      );
      onSent(identifier);
    } catch (error) {
      setFailure({ text: failureText(error) });
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
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  };
}

/** The same page for a known and an unknown name. */
function CheckEmail({ name, onAgain }: { name: string; onAgain: () => void }) {
  const t = useTranslations('recovery.sent');
  const back = useTranslations('recovery.request');
  const router = useRouter();
  return (
    <>
      <span className="mb-6 grid size-16 place-items-center rounded-card bg-brand-soft text-brand-text">
        <MailCheck size={30} aria-hidden />
      </span>
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-8 break-words text-text-muted">{t('text', { name })}</p>
      <Button wide onClick={() => void router.navigate({ to: paths.login })}>
        {back('back')}
      </Button>
      <ul className="mt-6 divide-y divide-line rounded-card border border-line bg-surface px-4 text-small text-text-muted">
        <Hint icon={<Search size={18} />} question={t('junk')}>
          {t('junkText')}
        </Hint>
        <Hint icon={<Pencil size={18} />} question={t('other')}>
          <button type="button" onClick={onAgain} className={linkClass}>
            {t('again')}
          </button>
        </Hint>
        <Hint icon={<Phone size={18} />} question={t('help')}>
          <HelpText>{t('helpText')}</HelpText>
        </Hint>
      </ul>
      <p className="mt-6 flex items-center gap-2 text-small text-text-muted">
        <Lock size={16} aria-hidden className="shrink-0" />
        {t('neverAsk')}
      </p>
    </>
  );
}

type HintProps = { icon: ReactNode; question: string; children: ReactNode };

const Hint = ({ icon, question, children }: HintProps) => (
  <li className="flex items-center gap-3 py-3">
    <span aria-hidden className="shrink-0">
      {icon}
    </span>
    <span>
      <strong className="font-semibold text-text">{question}</strong> {children}
    </span>
  </li>
);
