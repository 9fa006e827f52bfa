import { useQuery } from '@tanstack/react-query';
import { WalletMinimal } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { BalanceAmount } from '../../ui/BalanceAmount.tsx';
import { Card } from '../../ui/Card.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StaleNotice } from '../../ui/StaleNotice.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { type Wallet, walletsQuery } from './wallet.api.ts';

export function WalletsCard() {
  const t = useTranslations('wallet');
  const { data, isPending, error, refetch, dataUpdatedAt } = useQuery(walletsQuery);
  return (
    <Card title={t('yours')}>
      {isPending && <Skeleton shape="row" count={3} />}
      {error && !data && <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />}
      {error && data && <StaleNotice at={new Date(dataUpdatedAt)} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState title={t('empty')} icon={<WalletMinimal size={22} />}>
          {t('emptyText')}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className="-mb-2 divide-y divide-line">
          {data.map((wallet) => (
            <Row key={wallet.uid} wallet={wallet} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ wallet: { currency, name, balance, available, status } }: { wallet: Wallet }) {
  const t = useTranslations('wallet');
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <CurrencyFlag code={currency} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{currency}</p>
        <p className="text-small text-text-muted">{name}</p>
      </div>
      <div className="grid justify-items-end gap-0.5">
        <span className="text-small text-text-muted">
          <BalanceAmount
            label="balance"
            value={{ amount: balance, currency }}
            className="text-body font-semibold text-text"
          />
        </span>
        <span className="text-small text-text-muted">
          <BalanceAmount label="available" value={{ amount: available, currency }} size="sm" />
        </span>
        {status === 'closing' && <StatusPill kind="warning">{t('closing')}</StatusPill>}
      </div>
    </li>
  );
}
