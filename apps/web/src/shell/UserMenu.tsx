import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { chooseTheme, useTheme } from '../platform/theme.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Segmented } from '../ui/Segmented.tsx';

type MenuItem = Readonly<{ icon: LucideIcon; label: string; onChoose: () => void }>;
type Props = { name: string; detail: ReactNode; items: readonly MenuItem[] };

export function UserMenu({ name, detail, items }: Props) {
  const t = useTranslations('shell');
  const theme = useTheme();
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id} className="grid size-11 place-items-center rounded-full">
        <Avatar name={name} />
        <span className="sr-only">{t('accountMenu', { name })}</span>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('accountMenu', { name })}
        className="inset-auto top-15 right-4 m-0 w-72 rounded-card border border-line bg-raised p-4 text-text shadow-menu lg:right-8"
      >
        <p className="font-semibold">{name}</p>
        <p className="figures text-small text-text-muted">{detail}</p>
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
          {items.map((item) => (
            <MenuButton key={item.label} menu={id} {...item} />
          ))}
        </div>
      </div>
    </>
  );
}

function MenuButton({ menu, icon: Icon, label, onChoose }: MenuItem & { menu: string }) {
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
