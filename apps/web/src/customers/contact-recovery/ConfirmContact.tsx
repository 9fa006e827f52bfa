import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { openStep } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { confirmContact } from './contact-recovery.api.ts';

const codeLength = 6;

/** `phone`: the masked number that the code went to; null: the link is enough. */
type Props = { token: string; phone: string | null };

export function ConfirmContact({ token, phone }: Props) {
  const t = useTranslations('contactRecovery.confirm');
  const message = useRef<HTMLDivElement>(null);
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<{ text: string }>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (failure) message.current?.focus();
  }, [failure]);
  const isMissing = phone !== null && code.length < codeLength;
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await confirmContact(token, phone === null ? '' : code);
      openStep();
      setDone(true);
    } catch (error) {
      setFailure({ text: failureText(error) });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    if (isMissing) document.getElementById('contact-code')?.focus();
    else void confirm();
  };
  if (done) return <Confirmed />;
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-8 text-text-muted">{phone === null ? t('text') : t('textWithCode', { phone })}</p>
      <form onSubmit={submit} noValidate className="grid gap-6">
        <div ref={message} tabIndex={-1} className="outline-none empty:hidden">
          {failure && (
            <Notice kind="danger" title={t('failed')}>
              {failure.text}
            </Notice>
          )}
        </div>
        {phone !== null && (
          <Field label={t('code')} id="contact-code" error={tried && isMissing ? t('codeMissing') : undefined}>
            <TextInput
              value={code}
              onChange={({ target }) => setCode(target.value.replace(/\D/g, '').slice(0, codeLength))}
              inputMode="numeric"
              autoComplete="one-time-code"
            />
          </Field>
        )}
        <Button type="submit" wide busy={busy} busyLabel={t('busy')}>
          {t('submit')}
        </Button>
        <p className="text-caption text-text-muted">{t('limit')}</p>
      </form>
    </>
  );
}

function Confirmed() {
  const t = useTranslations('contactRecovery.confirm');
  return (
    <>
      <span className="mb-6 grid size-16 place-items-center rounded-card bg-success-soft text-success">
        <ShieldCheck size={30} aria-hidden />
      </span>
      <PageHeading title={t('doneTitle')} />
      <p className="mt-1 mb-8 text-text-muted">{t('doneText')}</p>
      <Link to={paths.lostPassword} className={buttonClass('primary', true)}>
        {t('newPassword')}
      </Link>
      <p className="mt-6 text-caption text-text-muted">{t('limit')}</p>
    </>
  );
}
