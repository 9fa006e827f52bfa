import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

type SubUser = Readonly<{ customerId: string; name: string }>;

/** The name is that of the person, of the invitation, or the address until then. */
export async function findSubUser(tx: Tx, membershipId: string): Promise<SubUser | undefined> {
  const { rows } = await sql<SubUser>`
    select m.customer_id, coalesce(p.name, l.name, m.invited_email, '') as name
    from customer.membership m left join customer.user p on p.id = m.user_id
      left join invitation.link l on l.membership_id = m.id and l.ended_at is null
    where m.id = ${membershipId}`.execute(tx);
  return rows[0];
}

type StaffName = Readonly<{ id: string; name: string }>;

export async function selectStaffNames(tx: Tx, ids: readonly (string | null)[]): Promise<StaffName[]> {
  const { rows } = await sql<StaffName>`select id, name from staff.member where id = any(${ids}::uuid[])`.execute(tx);
  return rows;
}
