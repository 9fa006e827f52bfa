import { Link } from '@tanstack/react-router';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';

const barItemClass =
  'grid h-16 flex-1 min-w-0 place-content-center justify-items-center gap-1 text-caption font-medium text-text-muted ' +
  '-outline-offset-3 aria-[current=page]:text-brand-text';

type Props = {
  /** `isCurrent`: also on a page at another address than the item's own. */
  items: { path: string; label: string; icon: LucideIcon; isCurrent?: boolean }[];
  /** The whole menu, loaded when it is opened. */
  Menu: ComponentType<{ onClose: () => void }>;
};

/**
 * The bar at the bottom of a phone. The page above it leaves 4 rem and the safe area free. It gives way to the action
 * bar of a form.
 */
export function QuickMenu({ items, Menu }: Props) {
  const t = useTranslations('shell');
  const [open, setOpen] = useState(false);
  return (
    <nav
      aria-label={t('bottomMenu')}
      className="fixed inset-x-0 bottom-0 z-10 [body:has([data-action-bar])_&]:hidden border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <div className="mx-auto flex max-w-[640px]">
        {items.map(({ path, label, icon: Icon, isCurrent }) => (
          <Link key={path} to={path} aria-current={isCurrent ? 'page' : undefined} className={barItemClass}>
            <Icon size={22} />
            {label}
          </Link>
        ))}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={barItemClass}>
          <Ellipsis size={22} />
          {t('more')}
        </button>
      </div>
      <Suspense>{open && <Menu onClose={() => setOpen(false)} />}</Suspense>
    </nav>
  );
}
