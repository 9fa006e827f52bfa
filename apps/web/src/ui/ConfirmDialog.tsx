import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  cancelLabel?: string;
  tone?: 'normal' | 'danger';
  busy?: boolean;
  children?: ReactNode;
};

export function ConfirmDialog(props: Props) {
  const {
    title,
    text,
    confirmLabel,
    onConfirm,
    onCancel,
    cancelLabel,
    tone = 'normal',
    busy = false,
    children,
  } = props;
  const t = useTranslations('ui');
  return (
    <Dialog
      title={title}
      description={text}
      tone="alert"
      onClose={onCancel}
      closeLabel={cancelLabel ?? t('cancel')}
      actions={
        <>
          <Button kind="secondary" onClick={onCancel}>
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button kind={tone === 'danger' ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
