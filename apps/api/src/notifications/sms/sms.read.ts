import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export async function selectPhone(tx: Tx, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ phone: string }>`
    select p.phone from customer.user p where p.id = ${userId} and p.phone is not null
      and exists (select from customer.membership m where m.user_id = p.id and m.state = 'active')`.execute(tx);
  return rows[0]?.phone;
}
