import type { MatrixRow } from '@larkmere/contract/back-office/service-control';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ServiceControlEvent, ServiceControlMatrixChange } from '../../platform/db/schema.gen.ts';

export type StoredEvent = Readonly<Selectable<ServiceControlEvent>>;

export async function insertEvent(tx: Tx, row: Insertable<ServiceControlEvent>): Promise<void> {
  await tx.insertInto('service_control.event').values(row).execute();
}

export const lockEvent = (tx: Tx, id: string): Promise<StoredEvent | undefined> =>
  tx.selectFrom('service_control.event').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function updateEvent(tx: Tx, id: string, change: Updateable<ServiceControlEvent>): Promise<void> {
  await tx.updateTable('service_control.event').set(change).where('id', '=', id).execute();
}

export async function insertMatrixChange(tx: Tx, row: Insertable<ServiceControlMatrixChange>): Promise<void> {
  await tx.insertInto('service_control.matrix_change').values(row).execute();
}

export const lockMatrixChange = (
  tx: Tx,
  id: string,
): Promise<Readonly<Selectable<ServiceControlMatrixChange>> | undefined> =>
  tx.selectFrom('service_control.matrix_change').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type Decision = Readonly<{ id: string; by: string; state: 'applied' | 'refused'; note: string | null }>;

export async function decideMatrixChange(tx: Tx, { id, by, state, note }: Decision): Promise<void> {
  await tx
    .updateTable('service_control.matrix_change')
    .set({ state, decidedBy: by, decidedAt: sql`now()`, note })
    .where('id', '=', id)
    .execute();
}

/** What services do for Plus and wallet customers without events and breakers. */
export async function applyDefaults(tx: Tx, rows: readonly MatrixRow[]): Promise<void> {
  await sql`select service_control.apply_defaults(${JSON.stringify(rows)}::jsonb)`.execute(tx);
}
