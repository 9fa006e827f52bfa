import type { InstantPaymentView } from '@larkmere/contract/instant-payment';
import { useTranslations } from 'use-intl';
import { useAccounts } from '../bank-account/bank-account.tsx';

export function useAccountName({ amount, destinationBankholderId }: InstantPaymentView): string {
  const t = useTranslations('instantPayment.form');
  const account = useAccounts().data?.find(({ bankholderid }) => bankholderid === destinationBankholderId);
  return t('account', { currency: amount.currency, number: account?.accountnumber ?? destinationBankholderId });
}
