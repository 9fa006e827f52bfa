import type { Currency } from '@larkmere/money/money';
import { listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import type { Tx } from '../../platform/db/db.ts';

/** How approvers read an account of the customer. An unknown one, such as a wallet, is named by its id. */
export async function loadAccountLabels(tx: Tx, customerId: string) {
  const accounts = await listAccountsOf(tx, customerId);
  return (bankholderId: string, currency: Currency): string => {
    const account = accounts.find((each) => each.bankholderId === bankholderId);
    return `${currency} account ${account?.accountNumber ?? account?.iban ?? bankholderId}`;
  };
}
