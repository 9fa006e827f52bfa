import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Colleague } from './evaluate-rules.ts';

/** Includes former colleagues, for the names in old decisions. */
export async function listPeople(tx: Tx, customerId: string): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select id, name, role, access, status = 'active' as active from customer.user
    where customer_id = ${customerId} order by name, id`.execute(tx);
  return rows;
}
