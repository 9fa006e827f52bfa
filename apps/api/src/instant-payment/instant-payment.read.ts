import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

export type Service = Readonly<{ isOn: boolean; message: string | null }>;

/** Whether payments from other banks are switched on. A service that is unknown is off. */
export async function serviceState(tx: Tx): Promise<Service> {
  const { rows } = await sql<Service>`
    select is_on as "isOn", message from payment.service where key = 'pis'`.execute(tx);
  return rows[0] ?? { isOn: false, message: null };
}
