import { useTranslations } from 'use-intl';
import { UnsavedChangesDialog } from '../../ui/UnsavedChangesDialog.tsx';

export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const t = useTranslations('userManagement');
  return (
    <UnsavedChangesDialog
      title={t('leaveTitle')}
      text={t('leaveText')}
      unsavedChanges={{ leave: onLeave, stay: onStay }}
    />
  );
}
