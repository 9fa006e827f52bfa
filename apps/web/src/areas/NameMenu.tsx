import { KeyRound, LogOut, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../kernel/session.ts';
import { chooseTheme, useTheme } from '../kernel/theme.ts';
import { PinDialog } from '../pin/pin.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Segmented } from '../ui/Segmented.tsx';

const LogoutDialog = lazy(async () => ({ default: (await import('../session/LogoutDialog.tsx')).LogoutDialog }));

/** The customer's own menu: who is signed in, the theme, and the way out. The browser closes it on an outside press. */
export function NameMenu() {
  const t = useTranslations('shell');
  const { user } = useSession();
  const theme = useTheme();
  const id = useId();
  const [open, setOpen] = useState<'pin' | 'logout'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <button type="button" popoverTarget={id} className="grid size-11 place-items-center rounded-full">
        <Avatar name={user.name} />
        <span className="sr-only">{t('accountMenu', { name: user.name })}</span>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('accountMenu', { name: user.name })}
        className="inset-auto top-15 right-4 m-0 w-72 rounded-card border border-line bg-raised p-4 text-text shadow-menu lg:right-8"
      >
        <p className="font-semibold">{user.name}</p>
        <p className="figures text-small text-text-muted">
          {t('memberCode')} {user.membercode}
        </p>
        <div className="mt-4 grid gap-2 border-t border-line pt-4">
          <p aria-hidden className="text-small font-semibold">
            {t('theme.label')}
          </p>
          <Segmented
            label={t('theme.label')}
            value={theme}
            onChange={chooseTheme}
            options={[
              { value: 'system', label: t('theme.system') },
              { value: 'light', label: t('theme.light') },
              { value: 'dark', label: t('theme.dark') },
            ]}
          />
        </div>
        <div className="mt-4 -mb-1 grid">
          {user.accessRole.updatepin && (
            <MenuButton menu={id} icon={KeyRound} label={t('menu.changePin')} onChoose={() => setOpen('pin')} />
          )}
          <MenuButton menu={id} icon={LogOut} label={t('logout')} onChoose={() => setOpen('logout')} />
        </div>
      </div>
      {open === 'logout' && (
        <Suspense>
          <LogoutDialog onCancel={close} />
        </Suspense>
      )}
      {open === 'pin' && <PinDialog action="update-pin" onResult={() => {}} onClose={close} />}
    </>
  );
}

type MenuButtonProps = { menu: string; icon: LucideIcon; label: string; onChoose: () => void };

/** One line of the menu; pressing it puts the menu away. */
function MenuButton({ menu, icon: Icon, label, onChoose }: MenuButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={menu}
      popoverTargetAction="hide"
      onClick={onChoose}
      className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 font-semibold transition-colors hover:bg-sunken"
    >
      <Icon size={18} />
      {label}
    </button>
  );
}
