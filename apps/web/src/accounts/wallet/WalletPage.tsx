import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeftRight, Download, EllipsisVertical, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { toQueryFailure } from '../../platform/failures.ts';
import { canInitiate, canOpenScreen, findScreen } from '../../platform/navigation/guards.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { BalanceAmount } from '../../ui/BalanceAmount.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { ReceiveDetails, Reserved, useAccounts, useBalance } from '../bank-account/bank-account.tsx';
import { ManageWalletDialog } from './ManageWalletDialog.tsx';
import { type Wallet, walletsQuery } from './wallet.api.ts';

export function WalletPage() {
  const t = useTranslations('walletPage');
  const { currency = '', bankholderid }: { currency?: string; bankholderid?: string } = useParams({ strict: false });
  useSetPageTitle(t('one', { currency }));
  const wallets = useQuery(walletsQuery);
  const wallet = wallets.data?.find((each) => each.bankholderid === bankholderid && each.currency === currency);
  if (wallet)
    return (
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <BalanceCard wallet={wallet} />
        <ReceiveCard wallet={wallet} />
      </div>
    );
  return (
    <QueryFallback
      failure={wallets.data ? { isMissing: true, text: '' } : toQueryFailure(wallets.error)}
      texts={{ missing: t('missing'), missingText: t('missingText'), failed: t('failed') }}
      action={
        <Link to={paths.walletAccounts} className={buttonClass('secondary')}>
          {t('all')}
        </Link>
      }
      onRetry={() => void wallets.refetch()}
      className="grid gap-6 lg:grid-cols-2"
    />
  );
}

function BalanceCard({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('walletPage');
  const session = useSession();
  const { currency, bankholderid, name } = wallet;
  const balance = useBalance(bankholderid);
  const [isManaging, setManaging] = useState(false);
  const exchange = findScreen(paths.walletFx);
  const mayPay = canInitiate(session.user, 'payment');
  const figures = balance.data ?? wallet;
  return (
    <Card className="grid gap-4">
      <div className="flex items-center gap-3">
        <CurrencyFlag code={currency} size={44} />
        <div className="min-w-0 flex-1">
          <h2 className="font-bold">{t('one', { currency })}</h2>
          {name !== currency && <p className="truncate text-small text-text-muted">{t('nicknameOf', { name })}</p>}
        </div>
        {mayPay && (
          <IconButton label={t('manage')} onClick={() => setManaging(true)}>
            <EllipsisVertical size={20} />
          </IconButton>
        )}
      </div>
      <p className="text-small text-text-muted">
        <BalanceAmount
          label="balance"
          value={{ amount: figures.balance, currency }}
          size="lg"
          className="block font-bold text-text"
        />
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3 text-small text-text-muted">
        <span>
          <BalanceAmount label="available" value={{ amount: figures.available, currency }} size="sm" />
        </span>
        {balance.data && <Reserved balance={balance.data} />}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {mayPay && (
          <Link {...linkTo(paths.walletSendFrom(bankholderid))} className={buttonClass()}>
            <Send size={18} />
            {t('send')}
          </Link>
        )}
        <Link {...linkTo(paths.walletDepositTo({ to: bankholderid }))} className={buttonClass('secondary')}>
          <Download size={18} />
          {t('deposit')}
        </Link>
        {exchange && canOpenScreen(exchange, session) && (
          <Link to={paths.walletFx} className={buttonClass('secondary')}>
            <ArrowLeftRight size={18} />
            {t('exchange')}
          </Link>
        )}
      </div>
      {isManaging && <ManageWalletDialog wallet={wallet} onClose={() => setManaging(false)} />}
    </Card>
  );
}

function ReceiveCard({ wallet: { bankholderid, currency } }: { wallet: Wallet }) {
  const t = useTranslations('walletPage');
  const account = useAccounts().data?.find((each) => each.bankholderid === bankholderid);
  if (!account) return null;
  if (!account.features.includes('receive'))
    return (
      <Card>
        <EmptyState title={t('noDetails')}>{t('noDetailsText')}</EmptyState>
      </Card>
    );
  return <ReceiveDetails title={t('receive', { currency })} account={account} />;
}
