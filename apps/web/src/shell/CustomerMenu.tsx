import { KeyRound, LogOut } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../identity/pin/pin.tsx';
import { useSession } from '../platform/session/session.ts';
import { loadChunk } from '../ui/chunk.ts';
import { UserMenu } from './UserMenu.tsx';

const LogoutDialog = lazy(async () => ({
  default: (await loadChunk(import('../identity/session/LogoutDialog.tsx'))).LogoutDialog,
}));

/** The link of an e-mail after staff ended the PIN. */
const pinLink = '#pin';

export function CustomerMenu() {
  const t = useTranslations('shell');
  const { user, visit } = useSession();
  const [open, setOpen] = useState(
    () => (location.hash === pinLink ? 'pin' : undefined) as 'pin' | 'logout' | undefined,
  );
  useEffect(() => {
    const onHash = () => location.hash === pinLink && setOpen('pin');
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
  const close = () => setOpen(undefined);
  const changePin = { icon: KeyRound, label: t('menu.changePin'), onChoose: () => setOpen('pin') };
  const leave = { icon: LogOut, label: t('logout'), onChoose: () => setOpen('logout') };
  return (
    <>
      <UserMenu
        name={user.name}
        detail={`${t('memberCode')} ${user.membercode}`}
        items={visit ? [] : user.accessRole.updatepin ? [changePin, leave] : [leave]}
      />
      {open === 'logout' && (
        <Suspense>
          <LogoutDialog onCancel={close} />
        </Suspense>
      )}
      {open === 'pin' && user.accessRole.updatepin && (
        <PinDialog action="update-pin" onResult={() => {}} onClose={close} />
      )}
    </>
  );
}
