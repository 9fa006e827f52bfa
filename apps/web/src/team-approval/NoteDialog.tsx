import type { RequestView } from '@larkmere/contract/team-approval';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../kernel/toasts.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useDecide } from './team-approval.api.ts';

type Props = { request: RequestView; how: 'reject' | 'recall'; onClose: () => void };

export function NoteDialog({ request: { uid, maker }, how, onClose }: Props) {
  const t = useTranslations('teamApproval');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const decide = useDecide(() => {
    showToast({ kind: 'success', text: t(`${how}.done`) });
    onClose();
  });
  const sending = useKeyedSend(decide.mutateAsync, () => {});
  const isBusy = sending.sending || sending.unknown;
  const text = note.trim();
  const isMissing = how === 'reject' && text.length < 3;
  const send = () => {
    setTried(true);
    if (isBusy) return;
    if (isMissing) return field.current?.focus();
    const named = { uid, idempotency: sending.key };
    void sending.send(
      how === 'reject'
        ? { kind: how, order: { ...named, note: text } }
        : { kind: how, order: { ...named, ...(text && { note: text }) } },
    );
  };
  return (
    <Dialog
      title={t(`${how}.title`)}
      description={t(`${how}.text`, { name: maker.name })}
      initialFocus={field}
      onClose={onClose}
      closeLabel={t('keep')}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button kind="danger" busy={isBusy} busyLabel={t('sending')} onClick={send}>
            {t(`${how}.confirm`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SendNotice send={sending} refused={t(`${how}.refused`)} once={t('noteOnce')} />
        <Field
          label={t(`${how}.note`)}
          optional={how === 'recall'}
          error={tried && isMissing ? t('reject.noteMissing') : undefined}
        >
          <TextInput ref={field} maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}
