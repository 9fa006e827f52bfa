import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

/**
 * When this person's identity was verified: as the owner of a personal account, or as a director or owner in the
 * identity check of this firm, matched by their confirmed e-mail address. Null if it was not.
 */
export async function selectIdentityCheck(
  tx: Tx,
  { userId, customerId }: Readonly<{ userId: string; customerId: string }>,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from (
      select coalesce(a.approved_at, a.created_at) as at from customer.membership m
        join customer.customer c on c.id = m.customer_id join kyc.application a on a.customer_id = c.id
      where m.user_id = ${userId} and m.role = 'owner' and m.state = 'active' and not c.business
        and a.state in ('approved', 'approved_conditional')
      union all
      select max(i.decided_at) from customer.user u join kyc.person p on lower(p.email) = lower(u.email)
        join kyc.application a on a.id = p.application_id join kyc.item i on i.person_id = p.id
      where u.id = ${userId} and a.customer_id = ${customerId} and p.removed_at is null
        and a.state in ('approved', 'approved_conditional')
      group by p.id having bool_and(i.state = 'verified')
    ) proven`.execute(tx);
  return rows[0]?.at ?? null;
}

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
