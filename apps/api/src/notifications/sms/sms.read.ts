import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export async function selectPhone(tx: Tx, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ phone: string }>`
    select phone from customer.user where id = ${userId} and status = 'active' and phone is not null`.execute(tx);
  return rows[0]?.phone;
}
