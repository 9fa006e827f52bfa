import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { DomesticCurrency } from '../payment/payment.tsx';

export const payingAccounts = (
  accounts: BankAccountView[] | undefined,
  target: DomesticCurrency,
): BankAccountView[] | undefined =>
  accounts?.filter(
    ({ currency, status, features }) => currency === target && status === 'active' && features.includes('send'),
  );
