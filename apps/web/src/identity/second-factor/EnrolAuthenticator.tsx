import { type FormEvent, useId, useState } from 'react';
import { renderSVG } from 'uqr';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useConfirmTotp } from './second-factor.api.ts';

export type Enrolment = { uri: string; secret: string };
type Props = { enrolment: Enrolment; onDone: (recoveryCodes: readonly string[] | null) => void; onClose: () => void };

export function EnrolAuthenticator({ enrolment: { uri, secret }, onDone, onClose }: Props) {
  const t = useTranslations('secondFactor');
  const form = useId();
  const confirm = useConfirmTotp();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!/^\d{6}$/.test(code)) return setError(t('step.codeMissing'));
    try {
      const { recoveryCodes } = await confirm.mutateAsync({ code, idempotency: newIdempotencyKey() });
      showToast({ kind: 'success', text: t('totp.done') });
      onDone(recoveryCodes);
    } catch (failure) {
      setError(failureText(failure));
    }
  };
  return (
    <Dialog
      title={t('totp.title')}
      description={t('totp.scan')}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} busy={confirm.isPending}>
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
          <CopyField label={t('totp.key')} value={secret} />
        </dl>
        <Field label={t('totp.code')} error={error}>
          <TextInput
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            onChange={({ target }) => setCode(target.value.trim())}
          />
        </Field>
      </form>
    </Dialog>
  );
}
