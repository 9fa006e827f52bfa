import { useTranslations } from 'use-intl';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = { title: string; text: string; unsavedChanges: { leave: () => void; stay: () => void } };

export function UnsavedChangesDialog({ title, text, unsavedChanges: { leave, stay } }: Props) {
  const t = useTranslations('ui.leave');
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={t('confirm')}
      cancelLabel={t('cancel')}
      onConfirm={leave}
      onCancel={stay}
    />
  );
}
