import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { expireQuotes } from './conversion.sql.ts';

export const expireOpenQuotes = (db: Db): Promise<void> => inTransaction(db, expireQuotes);
