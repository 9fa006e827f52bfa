import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useQueries } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { AccountPicker } from '../../ui/AccountPicker.tsx';
import { useAccountName } from '../../ui/account-name.ts';
import { balanceQuery } from './bank-account.api.ts';
import { useMayReadBalances } from './use-may-read-balances.ts';

type Props = Omit<ComponentProps<typeof AccountPicker>, 'accounts'> & { accounts: readonly BankAccountView[] };

/** The account picker with the live balance of each account. */
export function AccountField({ accounts, ...rest }: Props) {
  const nameOf = useAccountName();
  const mayRead = useMayReadBalances();
  const balances = useQueries({
    queries: accounts.map(({ bankholderid }) => ({ ...balanceQuery(bankholderid), enabled: mayRead })),
  });
  const choices = accounts.map((account, place) => {
    const { bankholderid, currency } = account;
    const balance = balances[place]?.data;
    const available = balance && { amount: balance.available, currency };
    return { bankholderid, currency, name: nameOf(account), available };
  });
  return <AccountPicker accounts={choices} {...rest} />;
}
