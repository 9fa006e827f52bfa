import type { BankAccountView } from '@larkmere/contract/bank-account';

/** The accounts that can send pounds inside the UK. */
export const payingAccounts = (accounts: BankAccountView[] | undefined): BankAccountView[] | undefined =>
  accounts?.filter(
    ({ currency, status, features }) => currency === 'GBP' && status === 'active' && features.includes('send'),
  );
