import type { contract } from '@larkmere/contract/contract';
import type { PasskeyView } from '@larkmere/contract/identity/second-factor';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { NameDialog } from '../../ui/NameDialog.tsx';

type Rename = RawInput<typeof contract.secondFactor.renamePasskey>;
type Props = { passkey: PasskeyView; write: (input: Rename) => Promise<unknown>; onClose: () => void };

export function RenamePasskeyDialog({ passkey: { uid, name: before }, write, onClose }: Props) {
  const t = useTranslations('secondFactor');
  const rename = useIdempotentRequest(write, () => {
    showToast({ kind: 'success', text: t('renameDialog.done') });
    onClose();
  });
  return (
    <NameDialog
      texts={{
        title: t('renameDialog.title', { name: before }),
        label: t('renameDialog.label'),
        missing: t('renameDialog.missing'),
        save: t('renameDialog.save'),
        cancel: t('renameDialog.cancel'),
      }}
      before={before}
      maxLength={60}
      notice={{ submission: rename, refusedTitle: t('notChanged'), retryText: t('once') }}
      onSave={(name) => void rename.send({ uid, name, idempotency: rename.key })}
      onClose={onClose}
    />
  );
}
