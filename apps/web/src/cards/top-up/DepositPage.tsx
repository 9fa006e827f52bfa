import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { WalletMinimal } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccountField, ReceiveDetails, useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { InstantDeposit } from '../../payments/open-banking/open-banking.tsx';
import { failureText } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CardDeposit } from './CardDeposit.tsx';
import { MethodList } from './MethodList.tsx';
import { type DepositMethod, useMethods } from './methods.ts';
import { topUpOptionsQuery } from './top-up.api.ts';

export function DepositPage() {
  const t = useTranslations('deposit');
  useSetPageTitle(t('title'));
  const accounts = useAccounts();
  const mayPay = canInitiate(useSession().user, 'payment');
  const options = useQuery({ ...topUpOptionsQuery, enabled: mayPay });
  const failed = (accounts.error && !accounts.data && accounts) || (options.error && !options.data && options);
  if (failed)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(failed.error)} onRetry={() => void failed.refetch()} />
      </Card>
    );
  if (!accounts.data || (mayPay && !options.data)) return <Skeleton shape="card" count={3} className="grid gap-5" />;
  const usable = accounts.data.filter(({ status }) => status === 'active');
  const [first] = usable;
  if (!first)
    return (
      <Card>
        <EmptyState
          title={t('noWallet')}
          icon={<WalletMinimal size={22} />}
          action={
            <Link to={paths.walletAccounts} className={buttonClass('secondary')}>
              {t('openWallet')}
            </Link>
          }
        >
          {t('noWalletText')}
        </EmptyState>
      </Card>
    );
  return <Deposit accounts={usable} first={first} />;
}

const quickAmounts = { GBP: [50, 100, 250, 500], EUR: [50, 100, 250, 500], USD: [50, 100, 250, 500] };
const quickAmountsOf = (currency: string): readonly number[] =>
  currency === 'THB' ? [1000, 2000, 5000, 10_000] : (quickAmounts[currency as keyof typeof quickAmounts] ?? []);

export const depositAmountId = 'deposit-amount';

type Props = { accounts: readonly BankAccountView[]; first: BankAccountView };

function Deposit({ accounts, first }: Props) {
  const t = useTranslations('deposit');
  const given: Partial<Record<'to' | 'amount', string>> = useSearch({ strict: false });
  const [target, setTarget] = useState(given.to ?? '');
  const [amount, setAmount] = useState(given.amount ?? '');
  const [error, setError] = useState<string>();
  const [chosen, setChosen] = useState<DepositMethod>();
  const account = accounts.find(({ bankholderid }) => bankholderid === target) ?? first;
  const { currency } = account;
  const methods = useMethods(account, amount);
  const method = methods.find(({ is, isOff }) => is === chosen && !isOff) ?? methods.find(({ isOff }) => !isOff);
  const change = (next: string) => {
    setAmount(next);
    setError(undefined);
  };
  const form = (
    <>
      <Card className="grid gap-4">
        {accounts.length > 1 && (
          <AccountField label={t('wallet')} value={account.bankholderid} onChange={setTarget} accounts={accounts} />
        )}
        {method?.is !== 'transfer' && (
          <>
            <AmountInput
              id={depositAmountId}
              label={t('addTo', { currency })}
              currency={currency}
              value={amount}
              onChange={change}
              error={error}
            />
            <ul aria-label={t('quick')} className="flex flex-wrap gap-2 empty:hidden">
              {quickAmountsOf(currency).map((quick) => (
                <li key={quick}>
                  <button
                    type="button"
                    aria-pressed={amount === `${quick}.00`}
                    onClick={() => change(`${quick}.00`)}
                    className="figures min-h-11 rounded-full border border-line-strong px-4 font-semibold transition-colors hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-text"
                  >
                    {quick.toLocaleString('en-GB')}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
      <MethodList methods={methods} chosen={method?.is} onChoose={setChosen} />
    </>
  );
  if (method?.is === 'card' && method.price)
    return (
      <CardDeposit key={currency} account={account} price={method.price} amount={amount} onError={setError}>
        {form}
      </CardDeposit>
    );
  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-5">
      {form}
      {method?.is === 'instant' && <InstantDeposit account={account} amount={amount} onError={setError} />}
      {method?.is === 'transfer' && <ReceiveDetails title={t('transferTitle', { currency })} account={account} />}
      {!method && (
        <Card>
          <EmptyState title={t('noTransfer')}>{t('noTransferText')}</EmptyState>
        </Card>
      )}
    </div>
  );
}
