import { LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaff } from '../../kernel/staff.ts';
import { loadInTime } from '../../ui/chunk.ts';
import { PersonMenu } from '../PersonMenu.tsx';

const StaffLogoutDialog = lazy(async () => ({
  default: (await loadInTime(import('../../staff/StaffLogoutDialog.tsx'))).StaffLogoutDialog,
}));

export function StaffMenu() {
  const t = useTranslations();
  const { name, role } = useStaff();
  const [leaving, setLeaving] = useState(false);
  const leave = { icon: LogOut, label: t('shell.logout'), onChoose: () => setLeaving(true) };
  return (
    <>
      <PersonMenu name={name} detail={t(`manage.role.${role}`)} items={[leave]} />
      {leaving && (
        <Suspense>
          <StaffLogoutDialog onCancel={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
