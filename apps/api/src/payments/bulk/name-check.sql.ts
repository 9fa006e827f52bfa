import { type RawBuilder, sql } from 'kysely';
import { columnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { StoredInstruction } from './bulk.ts';

const hasOpenQuestion = (row: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`jsonb_path_exists(${row}.questions, '$[*] ? (@.isConfirmed == false)')`;

export type PendingNameCheck = Readonly<{ key: string; read: StoredInstruction; customerId: string; userId: string }>;

/** A claim expires after a minute, in case its worker has died. */
export async function claimNameChecks(tx: Tx, most: number): Promise<PendingNameCheck[]> {
  const { rows } = await sql<PendingNameCheck>`
    with due as materialized (
      select id from bulk_payment.row where state = 'checking' and (name_check_requested_at is null or name_check_requested_at < now() - interval '1 minute')
      order by name_check_requested_at nulls first, id limit ${most} for update skip locked
    )
    update bulk_payment.row r set name_check_requested_at = now() from due, bulk_payment.file f
    where r.id = due.id and f.id = r.file_id
    returning r.name_key as key, r.read, f.customer_id, f.user_id`.execute(tx);
  return rows;
}

export type NameCheckUpdate = Readonly<{
  customerId: string;
  key: string;
  state: string;
  faults: object;
  nameCheckId: string;
}>;

/** Locks the files first, so that a concurrent release cannot include rows that it has not checked. */
export async function storeNameChecks(tx: Tx, updates: readonly NameCheckUpdate[]): Promise<void> {
  const rows = columnJson(updates);
  const waiting = sql`
    from bulk_payment.row r join bulk_payment.file f on f.id = r.file_id
    join jsonb_to_recordset(${rows}::jsonb) as t (customer_id uuid, key text, state text, faults jsonb, name_check_id uuid)
      on t.customer_id = f.customer_id and t.key = r.name_key
    where r.state = 'checking'`;
  await sql`
    select from bulk_payment.file where id in (select r.file_id ${waiting}) order by id for no key update`.execute(tx);
  await sql`
    update bulk_payment.row as w set state = case when found.state = 'ready' and ${hasOpenQuestion(sql`w`)} then 'doubtful' else found.state end, faults = found.faults, name_check_id = found.name_check_id
    from (select r.id, t.state, t.faults, t.name_check_id ${waiting}) as found
    where w.id = found.id and w.state = 'checking'`.execute(tx);
}

export async function releaseOverriddenRows(tx: Tx, fileId: string, nameCheckId: string): Promise<void> {
  await tx
    .updateTable('bulk_payment.row')
    .set({ state: 'ready' })
    .where('fileId', '=', fileId)
    .where('state', '=', 'doubtful')
    .where(sql<boolean>`not ${hasOpenQuestion(sql`bulk_payment.row`)}`)
    .where('nameCheckId', '=', nameCheckId)
    .execute();
}
