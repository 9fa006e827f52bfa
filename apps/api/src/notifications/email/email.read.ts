import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export type Recipient = Readonly<{ email: string; name: string }>;

export async function selectRecipient(tx: Tx, side: 'person' | 'staff', id: string): Promise<Recipient | undefined> {
  const table = side === 'person' ? sql`customer.user` : sql`staff.member`;
  const { rows } = await sql<Recipient>`
    select email, name from ${table} where id = ${id} and status = 'active'`.execute(tx);
  return rows[0];
}
