import { useLocation } from '@tanstack/react-router';
import { AccountStripBar } from '../../bank-account/bank-account.tsx';
import { paths } from '../../kernel/paths.ts';

/** The balances over every page but Home, which shows them in full. */
export function BalanceStrip() {
  const { pathname, search } = useLocation();
  if (pathname === paths.dashboard) return null;
  return (
    <div data-print="no" className="mb-6">
      <AccountStripBar current={(search as { bankholderid?: string }).bankholderid} />
    </div>
  );
}
