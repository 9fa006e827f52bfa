import type { InstantPaymentView } from '@larkmere/contract/payments/open-banking';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { useAccountName } from '../../ui/account-name.ts';

export function useDestinationAccountName({ amount, destinationBankholderId }: InstantPaymentView): string {
  const nameOf = useAccountName();
  const account = useAccounts().data?.find(({ bankholderid }) => bankholderid === destinationBankholderId);
  return nameOf(account ?? { currency: amount.currency });
}
