import { useLocation } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../../platform/session/session.ts';
import { loadChunk } from '../../ui/chunk.ts';
import { QuickMenu } from '../QuickMenu.tsx';
import { bottomBarFor, isCurrentByFilter } from './menu.ts';

const WholeMenu = lazy(async () => ({ default: (await loadChunk(import('./WholeMenu.tsx'))).WholeMenu }));

export function BottomBar() {
  const t = useTranslations('shell.menu');
  const { pathname } = useLocation();
  const items = bottomBarFor(useSession());
  return (
    <QuickMenu
      items={items.map((item) => ({
        path: item.path,
        icon: item.icon,
        label: t(item.label === 'payment' ? 'send' : item.label),
        isCurrent: isCurrentByFilter(item, pathname),
      }))}
      Menu={WholeMenu}
    />
  );
}
