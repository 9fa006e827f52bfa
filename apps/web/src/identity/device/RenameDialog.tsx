import type { DeviceView } from '@larkmere/contract/identity/device';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { NameDialog } from '../../ui/NameDialog.tsx';
import { useRenameDevice } from './device.api.ts';

type Props = { device: DeviceView; onClose: () => void };

export function RenameDialog({ device: { uid, name: before }, onClose }: Props) {
  const t = useTranslations('device');
  const rename = useIdempotentRequest(useRenameDevice().mutateAsync, () => {
    showToast({ kind: 'success', text: t('done.renamed') });
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
      maxLength={40}
      notice={{ submission: rename, refusedTitle: t('notChanged'), retryText: t('once') }}
      onSave={(name) => void rename.send({ uid, name, idempotency: rename.key })}
      onClose={onClose}
    />
  );
}
