import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Colleague } from './judge.ts';

/** Includes former colleagues, for the names in old decisions. */
export async function peopleOf(tx: Tx, customerId: string): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select id, name, role, access, status = 'active' as active from customer.person
    where customer_id = ${customerId} order by name, id`.execute(tx);
  return rows;
}
