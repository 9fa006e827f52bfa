import type { BankAccountView } from '@larkmere/contract/bank-account';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { AccountStrip } from '../ui/AccountStrip.tsx';
import { linkClass } from '../ui/button-class.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { accountsQuery, balanceQuery } from './bank-account.api.ts';

/** The customer's accounts, the oldest first. */
export const useAccounts = () => useQuery(accountsQuery);

/** Balance, available and reserved amounts of one account, once it is known which. */
export const useBalance = (bankholderid: string | undefined) =>
  useQuery({ ...balanceQuery(bankholderid ?? ''), enabled: bankholderid !== undefined });

/** The balances in one row, for every page but Home. `current` is the account that the page is about. */
export function AccountStripBar({ current }: { current?: string | undefined }) {
  const { data: accounts, isPending } = useAccounts();
  const balances = useQueries({
    queries: (accounts ?? []).map(({ bankholderid }) => balanceQuery(bankholderid)),
  });
  if (isPending) return <Skeleton shape="text" className="grid h-8.5 content-center" />;
  // Home says why there are none; here the page itself goes first.
  if (!accounts?.length) return null;
  const rows = accounts.map(({ bankholderid, currency }, place) => {
    const balance = balances[place]?.data;
    return { bankholderid, currency, available: balance && { amount: balance.available, currency } };
  });
  return <AccountStrip accounts={rows} current={current} />;
}

type ExchangeProps = { currency: string; accounts: readonly BankAccountView[] | undefined };

/** The way out where an account is short: money in another currency. Nothing for whoever has none. */
export function ExchangeInto({ currency, accounts = [] }: ExchangeProps) {
  const t = useTranslations('bankAccount');
  if (!accounts.some((account) => account.currency !== currency && account.status === 'active')) return null;
  return (
    <p className="text-small">
      <Link to={paths.transfer} className={linkClass}>
        {t('exchangeInto', { currency })}
      </Link>
    </p>
  );
}
