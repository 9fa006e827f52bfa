import type { ApprovalRequestView } from '@larkmere/contract/approvals/approval';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useDecideRequest } from './approval.api.ts';

type Props = { request: ApprovalRequestView; decision: 'reject' | 'recall'; onClose: () => void };

export function NoteDialog({ request: { uid, maker }, decision, onClose }: Props) {
  const t = useTranslations('teamApproval');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const decide = useDecideRequest(() => {
    showToast({ kind: 'success', text: t(`${decision}.done`) });
    onClose();
  });
  const sending = useIdempotentRequest(decide.mutateAsync, () => {});
  const isBusy = sending.sending || sending.unknown;
  const text = note.trim();
  const isMissing = decision === 'reject' && text.length < 3;
  const send = () => {
    setTried(true);
    if (isBusy) return;
    if (isMissing) return field.current?.focus();
    const named = { uid, idempotency: sending.key };
    void sending.send(
      decision === 'reject'
        ? { kind: decision, order: { ...named, note: text } }
        : { kind: decision, order: { ...named, ...(text && { note: text }) } },
    );
  };
  return (
    <Dialog
      title={t(`${decision}.title`)}
      description={t(`${decision}.text`, { name: maker.name })}
      initialFocus={field}
      onClose={onClose}
      closeLabel={t('keep')}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button kind="danger" busy={isBusy} busyLabel={t('sending')} onClick={send}>
            {t(`${decision}.confirm`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SubmitNotice submission={sending} refusedTitle={t(`${decision}.refused`)} retryText={t('noteOnce')} />
        <Field
          label={t(`${decision}.note`)}
          optional={decision === 'recall'}
          error={tried && isMissing ? t('reject.noteMissing') : undefined}
        >
          <TextInput ref={field} maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}
