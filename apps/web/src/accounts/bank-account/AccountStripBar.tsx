import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { AccountStrip } from '../../ui/AccountStrip.tsx';
import { lastDigitsOf } from '../../ui/account-name.ts';
import { formatTime } from '../../ui/date-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AccountDetail } from './AccountDetail.tsx';
import { balanceQuery } from './bank-account.api.ts';
import { useAccounts } from './bank-account.tsx';
import { CardLink } from './CardLink.tsx';

export function AccountStripBar({ current }: { current?: string | undefined }) {
  const t = useTranslations('bankAccount');
  const locale = useLocale();
  const { data: accounts, isPending, refetch } = useAccounts();
  const balances = useQueries({ queries: (accounts ?? []).map(({ bankholderid }) => balanceQuery(bankholderid)) });
  const [opened, setOpened] = useState<string>();
  if (isPending) return <Skeleton shape="strip" count={3} className="flex gap-2 overflow-hidden" />;
  if (!accounts)
    return (
      <p className="flex min-h-15 flex-wrap items-center gap-x-1 text-small text-danger">
        {t('accountsFailed')}
        <LinkButton onClick={() => void refetch()}>{t('retry')}</LinkButton>
      </p>
    );
  const rows = accounts.map((account, place) => {
    const { bankholderid, currency } = account;
    const { data, isError } = balances[place] ?? {};
    return {
      bankholderid,
      currency,
      ending: lastDigitsOf(account),
      balance: data && { amount: data.balance, currency },
      available: data && { amount: data.available, currency },
      asOf: isError && data ? formatTime(new Date(data.asOf), locale) : undefined,
      card: <CardLink account={account} />,
    };
  });
  const account = accounts.find(({ bankholderid }) => bankholderid === opened);
  return (
    <>
      <AccountStrip accounts={rows} current={current} onOpen={setOpened} />
      {account && <AccountDetail account={account} onClose={() => setOpened(undefined)} />}
    </>
  );
}
