import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../../platform/session/session.ts';
import { loadChunk } from '../../ui/chunk.ts';
import { MenuLink } from './MenuLink.tsx';
import { bottomBarFor, type MenuItem, menuFor } from './menu.ts';

const DetailDrawer = lazy(async () => ({
  default: (await loadChunk(import('../../ui/DetailDrawer.tsx'))).DetailDrawer,
}));

const barItemClass =
  'grid h-16 flex-1 min-w-0 place-content-center justify-items-center gap-1 text-caption font-medium text-text-muted ' +
  '-outline-offset-3 aria-[current=page]:text-brand-text';

const shortLabels: Partial<Record<MenuItem['label'], 'send' | 'exchange'>> = { payment: 'send', transfer: 'exchange' };

export function BottomBar() {
  const t = useTranslations('shell');
  const session = useSession();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <nav
      aria-label={t('bottomMenu')}
      className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <div className="mx-auto flex max-w-[640px]">
        {bottomBarFor(session).map(({ path, label, icon: Icon }) => (
          <Link key={path} to={path} className={barItemClass}>
            <Icon size={22} />
            {t(`menu.${shortLabels[label] ?? label}`)}
          </Link>
        ))}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={barItemClass}>
          <Ellipsis size={22} />
          {t('more')}
        </button>
      </div>
      {open && (
        <Suspense>
          <DetailDrawer title={t('more')} onClose={close}>
            <nav aria-label={t('mainMenu')} className="grid gap-4">
              {menuFor(session).map((items) => (
                <ul key={items[0]?.path} className="grid gap-0.5">
                  {items.map((item) => (
                    <MenuLink key={item.path} item={item} onChoose={close} />
                  ))}
                </ul>
              ))}
            </nav>
          </DetailDrawer>
        </Suspense>
      )}
    </nav>
  );
}
