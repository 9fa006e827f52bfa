import { sweepExpiredHolds } from '@larkmere/ledger/holds';
import type { Db } from '../kernel/db.ts';
import { inTransaction } from '../kernel/transaction.ts';

const most = 500;

/** What was set aside for too long is available again. */
export const sweepHolds = (db: Db): Promise<unknown> =>
  inTransaction(db, (tx, now) => sweepExpiredHolds(tx, now, most));
