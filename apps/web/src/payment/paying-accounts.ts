import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { PayCurrency } from './pay-currency.ts';

export const payingAccounts = (
  accounts: BankAccountView[] | undefined,
  wanted: PayCurrency,
): BankAccountView[] | undefined =>
  accounts?.filter(
    ({ currency, status, features }) => currency === wanted && status === 'active' && features.includes('send'),
  );
