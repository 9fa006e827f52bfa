import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { loadChunk } from '../../ui/chunk.ts';

const AccountStripBar = lazy(async () => ({
  default: (await loadChunk(import('../../accounts/bank-account/AccountStripBar.tsx'))).AccountStripBar,
}));

export function BalanceStrip() {
  const { pathname, search } = useLocation();
  const { dashboard, statement } = useSession().user.accessRole;
  const mayLook = dashboard && statement;
  const { bankholderid, scope } = search as Record<string, string | undefined>;
  if (pathname === paths.dashboard || pathname === paths.help || !mayLook) return null;
  return (
    // On a phone a form with an action bar needs the room.
    <div data-print="no" className="-mt-2 mb-4 min-h-15 md:mt-0 md:mb-6 max-lg:[body:has([data-action-bar])_&]:hidden">
      <Suspense>
        <AccountStripBar current={scope === undefined ? bankholderid : undefined} />
      </Suspense>
    </div>
  );
}
