import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

type Props = {
  item: Readonly<{ uid: string; name: string }>;
  label: string;
  maxLength: number;
  doneText: string;
  write: (input: { uid: string; name: string; idempotency: string }) => Promise<unknown>;
  onClose: () => void;
};

/** Gives a passkey or a device another name. */
export function RenameDialog({ item: { uid, name: before }, label, maxLength, doneText, write, onClose }: Props) {
  const t = useTranslations('secondFactor');
  const form = useId();
  const [name, setName] = useState(before);
  const [isMissing, setIsMissing] = useState(false);
  const rename = useIdempotentRequest(write, () => {
    showToast({ kind: 'success', text: doneText });
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entered = name.trim();
    setIsMissing(entered === '');
    if (entered !== '') void rename.send({ uid, name: entered, idempotency: rename.key });
  };
  return (
    <Dialog
      title={t('renameDialog.title', { name: before })}
      onClose={onClose}
      closeLabel={t('renameDialog.cancel')}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('renameDialog.cancel')}
          </Button>
          <Button type="submit" form={form} busy={rename.sending || rename.unknown}>
            {t('renameDialog.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <SubmitNotice submission={rename} refusedTitle={t('notChanged')} retryText={t('once')} />
        <Field label={label} error={isMissing ? t('renameDialog.missing') : undefined}>
          <TextInput value={name} maxLength={maxLength} onChange={({ target }) => setName(target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
