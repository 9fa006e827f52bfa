import { defaultLanguage, type Language } from '@larkmere/messages/languages';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export type Recipient = Readonly<{ email: string; name: string; language: Language }>;

export async function selectRecipient(tx: Tx, side: 'person' | 'staff', id: string): Promise<Recipient | undefined> {
  const table = side === 'person' ? sql`customer.user` : sql`staff.member`;
  const { rows } = await sql<Omit<Recipient, 'language'>>`
    select email, name from ${table} where id = ${id} and status = 'active'`.execute(tx);
  const [found] = rows;
  return found && { ...found, language: defaultLanguage };
}

/** A member code logs in the owner only. */
export async function selectLoginName(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select case when p.role = 'owner' then c.member_code else p.username end as name
    from customer.user p join customer.customer c on c.id = p.customer_id where p.id = ${userId}`.execute(tx);
  return rows[0]?.name ?? '';
}
