import type { DealForDealer } from '@larkmere/contract/fx/manual-fx';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useRefuseDeal } from './dealing-desk.api.ts';

const reasons = ['market', 'target', 'size', 'twice', 'own'] as const;
const minLength = 5;

/** The reason fills in what the customer reads, which can be changed before it is sent. */
export function DeclineDialog({ deal: { uid, state }, onClose }: { deal: DealForDealer; onClose: () => void }) {
  const t = useTranslations('manageDealingDesk.decline');
  const again = useTranslations('manageDealingDesk');
  const form = useId();
  const [reason, setReason] = useState<string>(reasons[0]);
  const [text, setText] = useState<string>(t('texts.market'));
  const [tried, setTried] = useState(false);
  const refuse = useRefuseDeal();
  const sending = useIdempotentRequest(refuse.mutateAsync, () => {
    showToast({ kind: 'success', text: t('done') });
    onClose();
  });
  const isShort = text.trim().length < minLength;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort) void sending.send({ uid, reason: text.trim(), idempotency: sending.key });
  };
  return (
    <Dialog
      title={t('title')}
      description={t(state === 'accepted' ? 'aboutReserved' : 'about')}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button type="submit" form={form} kind="danger" busy={sending.sending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <SelectField
          label={t('reason')}
          value={reason}
          options={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          onChange={({ target }) => {
            setReason(target.value);
            setText(t(`texts.${target.value as (typeof reasons)[number]}`));
          }}
        />
        <Field label={t('text')} error={tried && isShort ? t('missing') : undefined}>
          <TextArea value={text} maxLength={300} onChange={({ target }) => setText(target.value)} />
        </Field>
        <SubmitNotice submission={sending} refusedTitle={again('notDone')} retryText={again('again')} />
      </form>
    </Dialog>
  );
}
