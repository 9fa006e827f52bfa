import { KeyRound, LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../kernel/session.ts';
import { PinDialog } from '../pin/pin.tsx';
import { loadInTime } from '../ui/chunk.ts';
import { PersonMenu } from './PersonMenu.tsx';

const LogoutDialog = lazy(async () => ({
  default: (await loadInTime(import('../session/LogoutDialog.tsx'))).LogoutDialog,
}));

export function NameMenu() {
  const t = useTranslations('shell');
  const { user } = useSession();
  const [open, setOpen] = useState<'pin' | 'logout'>();
  const close = () => setOpen(undefined);
  const changePin = { icon: KeyRound, label: t('menu.changePin'), onChoose: () => setOpen('pin') };
  const leave = { icon: LogOut, label: t('logout'), onChoose: () => setOpen('logout') };
  return (
    <>
      <PersonMenu
        name={user.name}
        detail={`${t('memberCode')} ${user.membercode}`}
        items={user.accessRole.updatepin ? [changePin, leave] : [leave]}
      />
      {open === 'logout' && (
        <Suspense>
          <LogoutDialog onCancel={close} />
        </Suspense>
      )}
      {open === 'pin' && <PinDialog action="update-pin" onResult={() => {}} onClose={close} />}
    </>
  );
}
