import type { DeviceView } from '@larkmere/contract/identity/device';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useRenameDevice } from './device.api.ts';

type Props = { device: DeviceView; onClose: () => void };

export function RenameDialog({ device: { uid, name: before }, onClose }: Props) {
  const t = useTranslations('device');
  const form = useId();
  const [name, setName] = useState(before);
  const [isMissing, setIsMissing] = useState(false);
  const rename = useIdempotentRequest(useRenameDevice().mutateAsync, () => {
    showToast({ kind: 'success', text: t('done.renamed') });
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(name.trim() === '');
    if (name.trim() !== '') void rename.send({ uid, name: name.trim(), idempotency: rename.key });
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
        <Field label={t('renameDialog.label')} error={isMissing ? t('renameDialog.missing') : undefined}>
          <TextInput value={name} maxLength={40} onChange={({ target }) => setName(target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
