import { type Selectable, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { DB } from '../db/schema.gen.ts';
import type { TableWithId } from './due-rows.ts';

type Claim<T extends TableWithId> = Readonly<{
  table: T;
  /** Holds the time of the next attempt, or null. */
  column: keyof DB[T] & string;
  /** Until another process may attempt the same row. */
  seconds: number;
  most: number;
}>;

/**
 * The rows whose next attempt is due, earliest first. It is postponed in the same statement, so that only one process
 * attempts them, also when the attempt is a call to a partner outside the transaction.
 */
export async function claimDueRows<T extends TableWithId>(
  tx: Tx,
  { table, column, seconds, most }: Claim<T>,
): Promise<Readonly<Selectable<DB[T]>>[]> {
  const [rows, due] = [sql.table(table), sql.ref(column)];
  const { rows: claimed } = await sql<Readonly<Selectable<DB[T]>>>`
    update ${rows} set ${due} = now() + ${seconds} * interval '1 second'
    where id in (select id from ${rows} where ${due} <= now() order by ${due} limit ${most} for update skip locked)
    returning *`.execute(tx);
  return claimed;
}
