import { useTranslations } from 'use-intl';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = { title: string; text: string; leaving: { leave: () => void; stay: () => void } };

export function LeaveDialog({ title, text, leaving: { leave, stay } }: Props) {
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
