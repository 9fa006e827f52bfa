import { lazy } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../../platform/session/session.ts';
import { loadChunk } from '../../ui/chunk.ts';
import { QuickMenu } from '../QuickMenu.tsx';
import { bottomBarFor, type MenuItem } from './menu.ts';

const WholeMenu = lazy(async () => ({ default: (await loadChunk(import('./WholeMenu.tsx'))).WholeMenu }));
const shortLabels: Partial<Record<MenuItem['label'], 'send' | 'exchange'>> = { payment: 'send', transfer: 'exchange' };

export function BottomBar() {
  const t = useTranslations('shell.menu');
  const items = bottomBarFor(useSession());
  return (
    <QuickMenu
      items={items.map(({ label, ...item }) => ({ ...item, label: t(shortLabels[label] ?? label) }))}
      Menu={WholeMenu}
    />
  );
}
