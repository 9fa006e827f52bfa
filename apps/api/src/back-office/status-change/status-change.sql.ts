import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { StatusChangeChange } from '../../platform/db/schema.gen.ts';

export type ChangeRow = Readonly<Selectable<StatusChangeChange>>;

export async function insertChange(tx: Tx, row: Insertable<StatusChangeChange>): Promise<void> {
  await tx.insertInto('status_change.change').values(row).execute();
}

export const lockChange = (tx: Tx, customerId: string, id: string): Promise<ChangeRow | undefined> =>
  tx
    .selectFrom('status_change.change')
    .selectAll()
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .forUpdate()
    .executeTakeFirst();

type Decision = Readonly<{
  id: string;
  state: 'approved' | 'refused' | 'withdrawn';
  by: string;
  note: string;
  transitionSeq?: number;
}>;

export async function decideChange(tx: Tx, { id, state, by, note, transitionSeq }: Decision): Promise<void> {
  await tx
    .updateTable('status_change.change')
    .set({
      state,
      decidedBy: by,
      decidedAt: sql`now()`,
      decisionNote: note,
      ...(transitionSeq !== undefined && { transitionSeq }),
    })
    .where('id', '=', id)
    .execute();
}

type PresentStatus = Readonly<{ status: string; since: Date }>;

/** Proposals from before the present status: the account has moved on. */
export async function supersedeProposals(tx: Tx, customerId: string, { status, since }: PresentStatus): Promise<void> {
  await sql`update status_change.change set state = 'superseded'
    where customer_id = ${customerId} and state = 'proposed'
      and (from_status <> ${status} or proposed_at < ${since})`.execute(tx);
}
