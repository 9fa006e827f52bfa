import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { DB } from '../db/schema.gen.ts';
import { isOutage } from '../http/error-handler.ts';
import type { Ctx, SystemActor } from '../requests/verb.ts';
import type { JobRun } from './job.ts';

const maxRowsPerRun = 200;

type TableWithId = { [T in keyof DB]: DB[T] extends { id: unknown } ? T : never }[keyof DB];

type DueRows<T extends TableWithId> = Readonly<{
  table: T;
  /** Over the columns of the table. False once the row was handled. */
  isDue: RawBuilder<boolean>;
  handle: (ctx: Ctx<SystemActor>, row: Readonly<Selectable<DB[T]>>) => Promise<unknown>;
}>;

/**
 * Handles each due row in a transaction of its own and leaves out rows that another transaction has locked. A row that
 * fails does not stop the others; the first error is thrown at the end.
 */
export async function handleDueRows<T extends TableWithId>(
  { transaction, log }: Pick<JobRun, 'transaction' | 'log'>,
  { table, isDue, handle }: DueRows<T>,
): Promise<void> {
  const due = await transaction(({ tx }) =>
    sql<{ id: string }>`select id from ${sql.table(table)} where ${isDue} limit ${maxRowsPerRun}`.execute(tx),
  );
  const errors: unknown[] = [];
  for (const { id } of due.rows)
    await transaction(async (ctx) => {
      const locked = await sql<Readonly<Selectable<DB[T]>>>`
        select * from ${sql.table(table)} where id = ${id} and (${isDue}) for no key update skip locked`.execute(
        ctx.tx,
      );
      for (const row of locked.rows) await handle(ctx, row);
    }).catch((error: unknown) => {
      if (isOutage(error)) throw error;
      log.error({ err: error, table, id }, 'a due row could not be handled');
      errors.push(error);
    });
  if (errors.length > 0) throw errors[0];
}

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
