import type { Role } from '@larkmere/contract/platform/access';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { LinkEnd } from './invitation.sql.ts';

export type Invitation = Readonly<{
  membershipId: string;
  customerId: string;
  customerName: string;
  invitedBy: string;
  inviterId: string;
  role: Role;
  name: string;
  phone: string | null;
  email: string;
  expiresAt: Date;
  endedBy: LinkEnd | null;
  isOpen: boolean;
}>;

/**
 * Open as long as the link is, and its sender may still give this role: an invitation is worth no more than the
 * rights of the one who invites.
 */
export async function findInvitation(tx: Tx, tokenHash: Buffer): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select m.id as membership_id, c.id as customer_id, c.name as customer_name, p.name as invited_by,
      m.invited_by as inviter_id, m.role, l.name, l.phone, m.invited_email as email, l.expires_at,
      l.ended_by, l.ended_at is null and l.expires_at > now() and m.state = 'invited'
        and by.state = 'active' and 'usermanage' = any(by.access) and (m.role <> 'owner' or by.role = 'owner') as is_open
    from invitation.link l join customer.membership m on m.id = l.membership_id
      join customer.customer c on c.id = m.customer_id join customer.user p on p.id = m.invited_by
      left join customer.membership by on by.user_id = m.invited_by and by.customer_id = m.customer_id
    where l.token_hash = ${tokenHash}`.execute(tx);
  return rows[0];
}

export type KnownPerson = Readonly<{ id: string; canLogIn: boolean }>;

export async function findPersonByEmail(tx: Tx, email: string): Promise<KnownPerson | undefined> {
  const { rows } = await sql<KnownPerson>`
    select p.id, exists (select from customer.membership m where m.user_id = p.id and m.state = 'active') as can_log_in
    from customer.user p where lower(p.email) = lower(${email})`.execute(tx);
  return rows[0];
}
