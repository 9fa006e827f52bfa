import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { logoutStaff } from '../../platform/session/staff-session.ts';
import { closeToasts } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

export function StaffLogoutDialog({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations('manage.logout');
  const router = useRouter();
  const { mutate, isPending } = useMutation({
    mutationFn: logoutStaff,
    onSuccess: () => {
      closeToasts();
      return router.navigate({ to: paths.manageLogin });
    },
  });
  return (
    <ConfirmDialog
      title={t('title')}
      text={t('text')}
      confirmLabel={t('confirm')}
      cancelLabel={t('cancel')}
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onCancel}
    />
  );
}
