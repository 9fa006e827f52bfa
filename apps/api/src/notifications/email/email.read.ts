import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export type Recipient = Readonly<{ email: string; name: string }>;

export async function selectRecipient(tx: Tx, side: 'person' | 'staff', id: string): Promise<Recipient | undefined> {
  const table = side === 'person' ? sql`customer.user` : sql`staff.member`;
  const { rows } = await sql<Recipient>`
    select email, name from ${table} where id = ${id} and status = 'active'`.execute(tx);
  return rows[0];
}

/** A member code logs in the owner only. */
export async function selectLoginName(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select case when p.role = 'owner' then c.member_code else p.username end as name
    from customer.user p join customer.customer c on c.id = p.customer_id where p.id = ${userId}`.execute(tx);
  return rows[0]?.name ?? '';
}
