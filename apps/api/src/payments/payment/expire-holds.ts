import { expiredHoldVoidings } from '@larkmere/ledger/holds';
import { postOperations } from '@larkmere/ledger/operations';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

const maxHoldsPerTransaction = 250;
const maxTransactionsPerRun = 16;

/** Processes may run this at the same time: a hold that another has voided is refused by the ledger, which is harmless. */
export async function expireHolds(db: Db): Promise<void> {
  for (let run = 0; run < maxTransactionsPerRun; run += 1) if (!(await expireSomeHolds(db))) return;
}

/** Returns whether more may be due. */
const expireSomeHolds = (db: Db): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const voidings = await expiredHoldVoidings(tx, maxHoldsPerTransaction);
    await postOperations(tx, voidings);
    return voidings.length === maxHoldsPerTransaction;
  });
