import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ServiceControlBreakerRequest } from '../../platform/db/schema.gen.ts';

export type RequestRow = Readonly<Selectable<ServiceControlBreakerRequest>>;

export async function insertRequest(tx: Tx, row: Insertable<ServiceControlBreakerRequest>): Promise<void> {
  await tx.insertInto('service_control.breaker_request').values(row).execute();
}

export const lockRequest = (tx: Tx, id: string): Promise<RequestRow | undefined> =>
  tx.selectFrom('service_control.breaker_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function hasWaitingRequest(tx: Tx, service: string): Promise<boolean> {
  const { rows } = await sql`
    select from service_control.breaker_request where service = ${service} and state = 'waiting'`.execute(tx);
  return rows.length > 0;
}

type Decision = Readonly<{ id: string; by: string; state: 'approved' | 'refused'; note: string | null }>;

export async function decideRequest(tx: Tx, { id, by, state, note }: Decision): Promise<void> {
  await tx
    .updateTable('service_control.breaker_request')
    .set({ state, decidedBy: by, decidedAt: sql`now()`, note })
    .where('id', '=', id)
    .execute();
}
