import type { PasskeyView } from '@larkmere/contract/identity/second-factor';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { NameDialog } from '../../ui/NameDialog.tsx';
import { useRenamePasskey } from './second-factor.api.ts';

type Props = { passkey: PasskeyView; onClose: () => void };

export function RenamePasskeyDialog({ passkey: { uid, name: before }, onClose }: Props) {
  const t = useTranslations('secondFactor');
  const rename = useIdempotentRequest(useRenamePasskey().mutateAsync, () => {
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
