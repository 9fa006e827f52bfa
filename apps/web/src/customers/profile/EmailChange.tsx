import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { CodeField } from './CodeField.tsx';
import { codeLength } from './code-length.ts';
import { useConfirmEmailChange, useRequestEmailChange } from './profile.api.ts';

type Props = { email: string; onDone: (newEmail: string) => void; onCancel: () => void };
/** Null if staff began the change: the person knows the address, this page does not. */
type Requested = Readonly<{ newEmail: string | null; expiresAt: string | null }>;

/** First the new address and the password, then both codes. */
export function EmailChange({ email, onDone, onCancel }: Props) {
  const t = useTranslations('profile.change');
  const [requested, setRequested] = useState<Requested>();
  return (
    <section aria-label={t('title')} className="rounded-card border border-line p-4 md:p-5">
      <h3 className="mb-4 text-h2 font-bold">{t(requested ? 'codes' : 'title')}</h3>
      {requested ? (
        <Codes
          email={email}
          requested={requested}
          onDone={() => onDone(requested.newEmail ?? t('newAddress'))}
          onAgain={() => setRequested(undefined)}
        />
      ) : (
        <NewAddress
          onSent={setRequested}
          onHasCodes={() => setRequested({ newEmail: null, expiresAt: null })}
          onCancel={onCancel}
        />
      )}
    </section>
  );
}

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text);

type AddressProps = { onSent: (requested: Requested) => void; onHasCodes: () => void; onCancel: () => void };

function NewAddress({ onSent, onHasCodes, onCancel }: AddressProps) {
  const t = useTranslations('profile.change');
  const cancel = useTranslations('ui')('cancel');
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const newEmail = typed.trim();
  const { mutateAsync } = useRequestEmailChange();
  const request = useIdempotentRequest(mutateAsync, ({ expiresAt }) => onSent({ newEmail, expiresAt }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.sending) return;
    setTried(true);
    if (!isEmail(newEmail)) document.getElementById('new-email')?.focus();
    else if (!password) document.getElementById('email-password')?.focus();
    else void request.send({ email: newEmail, password, idempotency: request.key });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p className="text-text-muted">{t('intro')}</p>
      <SubmitNotice submission={request} refusedTitle={t('failed')} retryText={t('once')} />
      <Field label={t('email')} id="new-email" error={tried && !isEmail(newEmail) ? t('emailWrong') : undefined}>
        <TextInput
          type="email"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      </Field>
      <PasswordInput
        label={t('password')}
        purpose="current"
        id="email-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={tried && !password ? t('passwordMissing') : undefined}
        maxLength={128}
      />
      <LinkButton className="w-fit" onClick={onHasCodes}>
        {t('hasCodes')}
      </LinkButton>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button kind="secondary" onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit" busy={request.sending} busyLabel={t('sending')}>
          {t('submit')}
        </Button>
      </div>
    </form>
  );
}

type CodesProps = { email: string; requested: Requested; onDone: () => void; onAgain: () => void };

function Codes({ email, requested: { newEmail, expiresAt }, onDone, onAgain }: CodesProps) {
  const t = useTranslations('profile.change');
  const { byThen } = useDateTimeTexts();
  const [oldCode, setOldCode] = useState('');
  const [newCode, setNewCode] = useState('');
  const [tried, setTried] = useState(false);
  const { mutateAsync } = useConfirmEmailChange();
  const request = useIdempotentRequest(mutateAsync, onDone);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.sending) return;
    setTried(true);
    if (oldCode.length < codeLength) document.getElementById('old-code')?.focus();
    else if (newCode.length < codeLength) document.getElementById('new-code')?.focus();
    else void request.send({ oldCode, newCode, idempotency: request.key });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p className="text-text-muted">{expiresAt ? t('codesText', { until: byThen(expiresAt) }) : t('codesOfStaff')}</p>
      <SubmitNotice submission={request} refusedTitle={t('confirmFailed')} retryText={t('confirmOnce')} />
      <CodeField id="old-code" label={t('oldCode', { email })} value={oldCode} onChange={setOldCode} tried={tried} />
      <CodeField
        id="new-code"
        label={t('newCode', { email: newEmail ?? t('newAddress') })}
        value={newCode}
        onChange={setNewCode}
        tried={tried}
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button kind="secondary" onClick={onAgain}>
          {t('again')}
        </Button>
        <Button type="submit" busy={request.sending} busyLabel={t('confirming')}>
          {t('confirm')}
        </Button>
      </div>
    </form>
  );
}
