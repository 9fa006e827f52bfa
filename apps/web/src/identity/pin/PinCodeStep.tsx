import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { cleanTotpCode, isTotpCode } from '../../ui/typed-code.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { sendPinCode } from './pin.api.ts';

type Props = { message: string | undefined; busy: boolean; onCode: (code: string) => void };

/** The code that proves the person besides the password. */
export function PinCodeStep({ message, busy, onCode }: Props) {
  const t = useTranslations('pin.code');
  const { byThen } = useDateTimeTexts();
  const [sent, setSent] = useState<{ sentTo: string; expiresAt: string }>();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const send = async () => {
    setSending(true);
    setFailure(undefined);
    try {
      setSent(await sendPinCode());
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(!isTotpCode(code));
    if (isTotpCode(code) && !busy) onCode(code);
  };
  const error = failure ?? message;
  if (!sent)
    return (
      <div className="grid gap-4">
        {error && <Notice kind="danger">{error}</Notice>}
        <p className="text-text-muted">{t('intro')}</p>
        <Button wide busy={sending} onClick={() => void send()}>
          {t('send')}
        </Button>
      </div>
    );
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {error && <Notice kind="danger">{error}</Notice>}
      <p className="text-text-muted">{t('sent', { sentTo: sent.sentTo, until: byThen(sent.expiresAt) })}</p>
      <Field label={t('label')} error={isMissing ? t('missing') : undefined}>
        <TextInput
          value={code}
          onChange={({ target }) => setCode(cleanTotpCode(target.value))}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      </Field>
      <LinkButton className="w-fit" onClick={() => void send()}>
        {t('again')}
      </LinkButton>
      <Button type="submit" wide busy={busy}>
        {t('save')}
      </Button>
    </form>
  );
}
