import type { InstantPaymentView } from '@larkmere/contract/payments/open-banking';
import { useTranslations } from 'use-intl';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';

export function useDestinationAccountName({ amount, destinationBankholderId }: InstantPaymentView): string {
  const t = useTranslations('instantPayment.form');
  const account = useAccounts().data?.find(({ bankholderid }) => bankholderid === destinationBankholderId);
  return t('account', { currency: amount.currency, number: account?.accountnumber ?? destinationBankholderId });
}
