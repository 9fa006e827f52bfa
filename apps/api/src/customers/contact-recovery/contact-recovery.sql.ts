import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ContactRecoveryRequest } from '../../platform/db/schema.gen.ts';

export type RecoveryRow = Readonly<Selectable<ContactRecoveryRequest>>;

export const insertRecovery = (tx: Tx, row: Insertable<ContactRecoveryRequest>): Promise<RecoveryRow> =>
  tx.insertInto('contact_recovery.request').values(row).returningAll().executeTakeFirstOrThrow();

const open: RecoveryRow['state'][] = ['prepared', 'approved', 'confirming'];
export const isOpen = ({ state, deadlineAt }: RecoveryRow, now: Date): boolean =>
  open.includes(state) && (state === 'approved' || deadlineAt > now);

const recoveries = (tx: Tx) => tx.selectFrom('contact_recovery.request').selectAll();

/** The row stays locked, so that decisions, stops and wrong codes follow each other. */
export const lockRecovery = (tx: Tx, id: string): Promise<RecoveryRow | undefined> =>
  recoveries(tx).where('id', '=', id).forUpdate().executeTakeFirst();

export const lockByToken = (
  tx: Tx,
  column: 'stopTokenHash' | 'confirmTokenHash',
  hash: Buffer,
): Promise<RecoveryRow | undefined> => recoveries(tx).where(column, '=', hash).forUpdate().executeTakeFirst();

export const lockOpenOf = (tx: Tx, userId: string): Promise<RecoveryRow | undefined> =>
  recoveries(tx).where('userId', '=', userId).where('state', 'in', open).forUpdate().executeTakeFirst();

export const selectOpenOf = (tx: Tx, userId: string): Promise<RecoveryRow | undefined> =>
  recoveries(tx).where('userId', '=', userId).where('state', 'in', open).executeTakeFirst();

export const countWrongCode = (tx: Tx, id: string): Promise<RecoveryRow> =>
  tx
    .updateTable('contact_recovery.request')
    .set({ wrongTries: sql<number>`wrong_tries + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function countRecent(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from contact_recovery.request
    where user_id = ${userId} and prepared_at > now() - interval '1 day'`.execute(tx);
  return rows[0]?.n ?? 0;
}

export const lockOpenOfPeople = (tx: Tx, people: readonly string[]): Promise<RecoveryRow[]> =>
  recoveries(tx).where('userId', 'in', people).where('state', 'in', open).forUpdate().execute();

/** Who decided what and when stays. */
export async function erasePeople(tx: Tx, people: readonly string[]): Promise<void> {
  await sql`
    update contact_recovery.request set old_email = '', old_phone = null, new_email = '', new_phone = null, code_hash = null,
      reason = 'erased with the person',
      approval_note = case when approval_note is not null then 'erased with the person' end
    where user_id = any(${people}::uuid[])`.execute(tx);
}
