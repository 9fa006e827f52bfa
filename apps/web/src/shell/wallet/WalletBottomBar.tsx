import { lazy } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../../platform/session/session.ts';
import { loadChunk } from '../../ui/chunk.ts';
import { QuickMenu } from '../QuickMenu.tsx';
import { walletBottomBarFor } from './menu.ts';

const WholeMenu = lazy(async () => ({ default: (await loadChunk(import('./WholeMenu.tsx'))).WholeMenu }));

export function WalletBottomBar() {
  const t = useTranslations('shell.walletMenu');
  const items = walletBottomBarFor(useSession());
  return <QuickMenu items={items.map(({ label, ...item }) => ({ ...item, label: t(label) }))} Menu={WholeMenu} />;
}
