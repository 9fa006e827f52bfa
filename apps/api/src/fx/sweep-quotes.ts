import type { Db } from '../kernel/db.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { expireQuotes } from './fx.sql.ts';

export const sweepQuotes = (db: Db): Promise<void> => inTransaction(db, expireQuotes);
