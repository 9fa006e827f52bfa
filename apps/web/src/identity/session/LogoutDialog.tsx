import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useLogout } from './use-logout.ts';

export function LogoutDialog({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations('session.logout');
  const { mutate, isPending } = useLogout();
  return (
    <ConfirmDialog
      title={t('title')}
      text={t('text')}
      confirmLabel={t('confirm')}
      cancelLabel={t('cancel')}
      busy={isPending}
      onConfirm={() => mutate('logout')}
      onCancel={onCancel}
    />
  );
}
