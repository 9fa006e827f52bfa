import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useSession } from '../../platform/session/session.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { walletMenuFor } from './menu.ts';

export function WholeMenu({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shell');
  return (
    <DetailDrawer title={t('more')} onClose={onClose}>
      <nav aria-label={t('mainMenu')}>
        <ul className="grid gap-0.5">
          {walletMenuFor(useSession()).map(({ path, label }) => (
            <li key={path}>
              <Link
                to={path}
                onClick={onClose}
                className="flex min-h-11 items-center rounded-control px-3 font-medium text-text-muted transition-colors hover:bg-sunken hover:text-text aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-text"
              >
                {t(`walletMenu.${label}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </DetailDrawer>
  );
}
