import { useRouter } from '@tanstack/react-router';
import { KeyRound, LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { staffPaths } from '../../back-office/parts/parts.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { loadChunk } from '../../ui/chunk.ts';
import { UserMenu } from '../UserMenu.tsx';

const StaffLogoutDialog = lazy(async () => ({
  default: (await loadChunk(import('../../back-office/staff/StaffLogoutDialog.tsx'))).StaffLogoutDialog,
}));

export function StaffMenu() {
  const t = useTranslations();
  const { name, role } = useStaffSession();
  const [leaving, setLeaving] = useState(false);
  const router = useRouter();
  const signIn = {
    icon: KeyRound,
    label: t('manageSignIn.title'),
    onChoose: () => void router.navigate({ to: staffPaths.signIn }),
  };
  const leave = { icon: LogOut, label: t('shell.logout'), onChoose: () => setLeaving(true) };
  return (
    <>
      <UserMenu name={name} detail={t(`manage.role.${role}`)} items={[signIn, leave]} />
      {leaving && (
        <Suspense>
          <StaffLogoutDialog onCancel={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
