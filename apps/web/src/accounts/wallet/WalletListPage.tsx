import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, WalletMinimal } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { BalanceAmount } from '../../ui/BalanceAmount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { OpenWalletDialog } from './OpenWalletDialog.tsx';
import { type Wallet, walletsQuery } from './wallet.api.ts';

export function WalletListPage() {
  const t = useTranslations('walletPage');
  useSetPageTitle(t('title'));
  const { data, error, isPending, refetch } = useQuery(walletsQuery);
  const [isOpening, setOpening] = useState(false);
  const mayOpen = canInitiate(useSession().user, 'payment');
  return (
    <div className="grid gap-5">
      {isPending && <Skeleton shape="card" count={3} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3" />}
      {error && !data && (
        <Card>
          <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
        </Card>
      )}
      {data?.length === 0 && (
        <EmptyState title={t('open')} icon={<WalletMinimal size={22} />}>
          {t('openText')}
        </EmptyState>
      )}
      <ul className="grid gap-4 empty:hidden sm:grid-cols-2 lg:grid-cols-3">
        {data?.map((wallet) => (
          <li key={wallet.uid}>
            <WalletCard wallet={wallet} />
          </li>
        ))}
      </ul>
      {mayOpen && data && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button kind="secondary" icon={<Plus size={18} />} onClick={() => setOpening(true)}>
            {t('open')}
          </Button>
          <p className="text-small text-text-muted">{t('openText')}</p>
        </div>
      )}
      {isOpening && <OpenWalletDialog onClose={() => setOpening(false)} />}
    </div>
  );
}

function WalletCard({ wallet: { currency, bankholderid, name, balance, available, isDefault } }: { wallet: Wallet }) {
  const t = useTranslations('walletPage');
  return (
    <Link
      to={paths.walletAccount(currency, bankholderid)}
      className="grid gap-3 rounded-card border border-line bg-surface p-5 transition-colors hover:bg-sunken"
    >
      <span className="flex items-center gap-3">
        <CurrencyFlag code={currency} size={36} />
        <span className="min-w-0 flex-1">
          <span className="block font-bold">{t('one', { currency })}</span>
          {name !== currency && <span className="block truncate text-small text-text-muted">{name}</span>}
        </span>
        {isDefault && <StatusPill kind="neutral">{t('default')}</StatusPill>}
      </span>
      <span className="text-small text-text-muted">
        <BalanceAmount
          label="balance"
          value={{ amount: balance, currency }}
          size="lg"
          className="block font-bold text-text"
        />
      </span>
      <span className="text-small text-text-muted">
        <BalanceAmount label="available" value={{ amount: available, currency }} size="sm" />
      </span>
    </Link>
  );
}
