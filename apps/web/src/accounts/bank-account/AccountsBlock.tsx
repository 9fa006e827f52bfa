import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Landmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AccountDetail } from './AccountDetail.tsx';
import { AccountTile } from './AccountTile.tsx';
import { useAccounts } from './bank-account.tsx';

const grid = 'grid gap-3 md:grid-cols-2 xl:grid-cols-3';

export function AccountsBlock() {
  const t = useTranslations('bankAccount');
  const accounts = useAccounts();
  const [opened, setOpened] = useState<BankAccountView>();
  const mayPay = canInitiate(useSession().user, 'payment');
  return (
    <section aria-labelledby="accounts">
      <div className="mb-2 flex min-h-11 items-center justify-between gap-3">
        <h2 id="accounts" className="text-h2 font-bold">
          {t('accounts')}
        </h2>
        {mayPay && (
          <Link to={paths.payment} className={`${buttonClass('quiet')} -mr-3`}>
            {t('pay')}
            <ArrowRight size={18} />
          </Link>
        )}
      </div>
      {accounts.isPending && <Skeleton shape="account" count={3} className={grid} />}
      {accounts.isError && !accounts.data && (
        <Notice
          kind="danger"
          title={t('accountsFailed')}
          action={
            <Button kind="secondary" onClick={() => void accounts.refetch()}>
              {t('retry')}
            </Button>
          }
        >
          {failureText(accounts.error)}
        </Notice>
      )}
      {accounts.data?.length === 0 && (
        <Card>
          <EmptyState title={t('noAccounts.title')} icon={<Landmark size={22} />}>
            {t('noAccounts.text')}
          </EmptyState>
        </Card>
      )}
      <div className={grid}>
        {accounts.data?.map((account) => (
          <AccountTile key={account.uid} account={account} onOpen={() => setOpened(account)} />
        ))}
      </div>
      {opened && <AccountDetail account={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}
