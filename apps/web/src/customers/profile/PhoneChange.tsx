import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { isPhoneNumber } from '../../ui/phone-number.ts';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { CodeField } from './CodeField.tsx';
import { codeLength } from './code-length.ts';
import { useConfirmPhoneChange, useRequestPhoneChange } from './profile.api.ts';

type Props = { onDone: () => void; onCancel: () => void };
/** Null if staff began the change: this page does not know where the codes went. */
type Requested = Readonly<{ phone: string; sentTo: string; expiresAt: string }> | null;

/** First the number and the password, then both codes. */
export function PhoneChange({ onDone, onCancel }: Props) {
  const t = useTranslations('profile.phoneChange');
  const [requested, setRequested] = useState<Requested>();
  return (
    <section aria-label={t('title')} className="rounded-card border border-line p-4 md:p-5">
      <h3 className="mb-4 text-h2 font-bold">{t(requested === undefined ? 'title' : 'codes')}</h3>
      {requested === undefined ? (
        <NewNumber onSent={setRequested} onHasCodes={() => setRequested(null)} onCancel={onCancel} />
      ) : (
        <Codes requested={requested} onDone={onDone} onAgain={() => setRequested(undefined)} />
      )}
    </section>
  );
}

type NumberProps = { onSent: (requested: Requested) => void; onHasCodes: () => void; onCancel: () => void };

function NewNumber({ onSent, onHasCodes, onCancel }: NumberProps) {
  const t = useTranslations('profile.phoneChange');
  const cancel = useTranslations('ui')('cancel');
  const [phone, setPhone] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { mutateAsync } = useRequestPhoneChange();
  const request = useIdempotentRequest(mutateAsync, ({ sentTo, expiresAt }) => onSent({ phone, sentTo, expiresAt }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.sending) return;
    setTried(true);
    if (isPhoneNumber(phone) && password) void request.send({ phone, password, idempotency: request.key });
    else if (isPhoneNumber(phone)) document.getElementById('phone-password')?.focus();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p className="text-text-muted">{t('intro')}</p>
      <SubmitNotice submission={request} refusedTitle={t('failed')} retryText={t('once')} />
      <PhoneInput
        label={t('phone')}
        value={phone}
        onChange={setPhone}
        error={tried && !isPhoneNumber(phone) ? t('phoneWrong') : undefined}
      />
      <PasswordInput
        label={t('password')}
        purpose="current"
        id="phone-password"
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

type CodesProps = { requested: Requested; onDone: () => void; onAgain: () => void };

function Codes({ requested, onDone, onAgain }: CodesProps) {
  const t = useTranslations('profile.phoneChange');
  const { byThen } = useDateTimeTexts();
  const [ownCode, setOwnCode] = useState('');
  const [newCode, setNewCode] = useState('');
  const [tried, setTried] = useState(false);
  const { mutateAsync } = useConfirmPhoneChange();
  const request = useIdempotentRequest(mutateAsync, onDone);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.sending) return;
    setTried(true);
    if (ownCode.length < codeLength) document.getElementById('own-code')?.focus();
    else if (newCode.length < codeLength) document.getElementById('phone-code')?.focus();
    else void request.send({ ownCode, newCode, idempotency: request.key });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p className="text-text-muted">
        {requested ? t('codesText', { until: byThen(requested.expiresAt) }) : t('codesOfStaff')}
      </p>
      <SubmitNotice submission={request} refusedTitle={t('confirmFailed')} retryText={t('confirmOnce')} />
      <CodeField
        id="own-code"
        label={t('code', { sentTo: requested?.sentTo ?? t('ownChannel') })}
        value={ownCode}
        onChange={setOwnCode}
        tried={tried}
      />
      <CodeField
        id="phone-code"
        label={t('code', { sentTo: requested?.phone ?? t('newNumber') })}
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
