import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

const monthsUntilDormant = 12;
const idleSince = sql`(now() - ${monthsUntilDormant} * interval '1 month')`;

/** Active customers who neither signed in nor paid anything for a year. */
export async function findIdleCustomers(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from customer.customer c
    where c.state = 'active' and greatest(c.state_since, c.created_at) < ${idleSince}
      and not exists (select from session.session s where s.customer_id = c.id and s.visit_id is null and s.last_seen_at >= ${idleSince})
      and not exists (select from payment.payment p where p.customer_id = c.id and p.created_at >= ${idleSince})
    order by c.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
