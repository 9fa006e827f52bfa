import type { ReferralView } from '@larkmere/contract/customers/referral';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useAppeal } from './referral.api.ts';

const [minLength, maxLength] = [10, 500];

export function AppealDialog({ referral: { uid, name }, onClose }: { referral: ReferralView; onClose: () => void }) {
  const t = useTranslations('referral');
  const form = useId();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const appeal = useAppeal();
  const sending = useIdempotentRequest(appeal.mutateAsync, () => {
    showToast({ kind: 'success', text: t('appealSent') });
    onClose();
  });
  const isShort = text.trim().length < minLength;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort) void sending.send({ uid, text: text.trim(), idempotency: sending.key });
  };
  return (
    <Dialog
      title={t('appealTitle')}
      description={t('appealAbout', { name })}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} busy={sending.sending}>
          {t('appealSend')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t('appealText')} error={tried && isShort ? t('appealShort') : undefined}>
          <TextArea value={text} maxLength={maxLength} onChange={({ target }) => setText(target.value)} />
        </Field>
        <SubmitNotice submission={sending} refusedTitle={t('appealFailed')} retryText={t('appealAgain')} />
      </form>
    </Dialog>
  );
}
