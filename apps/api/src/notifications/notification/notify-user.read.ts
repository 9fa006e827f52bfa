import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

type Invited = Readonly<{ name: string; email: string }>;

export async function selectInvited(tx: Tx, membershipId: string): Promise<Invited> {
  const { rows } = await sql<Invited>`
    select coalesce(p.name, '') as name, coalesce(m.invited_email, '') as email
    from customer.membership m left join customer.user p on p.id = m.user_id where m.id = ${membershipId}`.execute(tx);
  return rows[0] ?? { name: '', email: '' };
}
