import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../db/db.ts';
import { refuseFault } from './decide-change.ts';
import type { Setting } from './setting.ts';
import { decideChange, insertAsIf } from './setting-change.sql.ts';

/**
 * Runs `work` as if these complete rows were in force since the transaction began, and undoes everything that it and they
 * wrote. Refuses `validation_failed` if a constraint of the table refuses the rows.
 */
export async function withRowsInForce<T>(
  tx: Tx,
  setting: Setting,
  rows: readonly object[],
  work: () => Promise<T>,
): Promise<T> {
  const id = v7();
  await sql`savepoint rows_in_force`.execute(tx);
  try {
    await insertAsIf(tx, setting, { id, rows });
    await decideChange(tx, { id, state: 'approved', by: v7(), note: null }).catch(refuseFault);
    return await work();
  } finally {
    await sql`rollback to savepoint rows_in_force`.execute(tx);
    await sql`release savepoint rows_in_force`.execute(tx);
  }
}
