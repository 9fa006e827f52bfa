import { matchesWords } from '@larkmere/contract/platform/search-words';
import type { Tx } from '../../platform/db/db.ts';
import { selectPayeesLastPaidFirst } from './payee.sql.ts';
import type { Payee } from './payee-record.ts';
import { describeAccount } from './summary.ts';

export type FoundPayee = Pick<Payee, 'id' | 'name' | 'nickname' | 'currency' | 'type' | 'summary' | 'status'>;

/** Payees with all words in name, nickname, account or currency: favourites first, then the last paid. */
export async function findPayeesByWords(tx: Tx, customerId: string, words: readonly string[]): Promise<FoundPayee[]> {
  const payees = await selectPayeesLastPaidFirst(tx, customerId);
  return payees
    .filter(({ name, nickname, account, currency }) =>
      matchesWords([name, nickname, account, account.slice(-4), currency].join(' '), words),
    )
    .map((payee) => ({ ...payee, summary: describeAccount(payee) }));
}
