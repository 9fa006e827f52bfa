import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { accountsQuery, balanceQuery } from './bank-account.api.ts';
import { useMayReadBalances } from './use-may-read-balances.ts';

export { AccountField } from './AccountField.tsx';
export { ReceiveDetails, Reserved } from './ReceiveDetails.tsx';

export const useAccounts = () => useQuery(accountsQuery);

export const useBalance = (bankholderid: string | undefined) =>
  useQuery({ ...balanceQuery(bankholderid ?? ''), enabled: useMayReadBalances() && bankholderid !== undefined });

type ExchangeProps = { currency: string; accounts: readonly BankAccountView[] | undefined };

export function ExchangeInto({ currency, accounts = [] }: ExchangeProps) {
  const t = useTranslations('bankAccount');
  const isWallet = useSession().userType === 'wallet';
  if (!accounts.some((account) => account.currency !== currency && account.status === 'active')) return null;
  return (
    <p className="text-small">
      <Link to={isWallet ? paths.walletFx : paths.transfer} className={linkClass}>
        {t('exchangeInto', { currency })}
      </Link>
    </p>
  );
}
