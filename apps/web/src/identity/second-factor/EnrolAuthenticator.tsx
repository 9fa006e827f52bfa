import { type FormEvent, useId, useRef, useState } from 'react';
import { renderSVG } from 'uqr';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { cleanTotpCode, isTotpCode } from '../../ui/typed-code.ts';

export type Enrolment = { uri: string; secret: string };
type Props = { enrolment: Enrolment; onCode: (code: string) => Promise<void>; onClose: () => void };

export function EnrolAuthenticator({ enrolment: { uri, secret }, onCode, onClose }: Props) {
  const t = useTranslations('secondFactor');
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const fail = (text: string) => {
    setError(text);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isTotpCode(code)) return fail(t('step.codeMissing'));
    setBusy(true);
    try {
      await onCode(code);
    } catch (failure) {
      fail(failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('totp.title')}
      description={t('totp.scan')}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} busy={busy}>
          {t('step.confirm')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <img
          alt={t('totp.qr')}
          className="mx-auto size-44 rounded-control bg-white p-2"
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`}
        />
        <dl>
          <CopyField label={t('totp.key')} value={inGroups(secret)} />
        </dl>
        <Field label={t('totp.code')} error={error}>
          <TextInput
            ref={field}
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            onChange={({ target }) => setCode(cleanTotpCode(target.value))}
          />
        </Field>
      </form>
    </Dialog>
  );
}

/** Easier to type, and wraps on narrow screens. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');
