import type { Role } from '@larkmere/contract/platform/access';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { MemberRef } from '../customer/customer.ts';
import type { PersonRow } from './person.sql.ts';

/** The name and birthday of the account, beside what the person gave. */
export type MemberCheckRow = PersonRow &
  Readonly<{
    membershipId: string;
    memberName: string;
    memberEmail: string;
    dateOfBirth: string | null;
    role: Role;
    isIdentityChecked: boolean;
    isRemoved: boolean;
    customerId: string;
    invitedEmail: string | null;
  }>;

/** Those that were handed in longest ago first. */
export async function selectMemberChecks(tx: Tx, applicationId: string): Promise<MemberCheckRow[]> {
  const { rows } = await sql<MemberCheckRow>`
    select p.*, u.name as member_name, u.email as member_email, u.date_of_birth, m.role,
      m.identity_checked_at is not null as is_identity_checked, m.state = 'removed' as is_removed, m.customer_id, m.invited_email
    from kyc.person p join customer.membership m on m.id = p.membership_id join customer.user u on u.id = m.user_id
    where p.application_id = ${applicationId} and p.removed_at is null
    order by p.provided_at nulls last, p.created_at, p.id`.execute(tx);
  return rows;
}

/** Of the signed-in person at the customer that they look at. */
export async function findOwnPerson(tx: Tx, { userId, customerId }: MemberRef): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select p.* from kyc.person p join customer.membership m on m.id = p.membership_id
    where m.user_id = ${userId} and m.customer_id = ${customerId} and p.removed_at is null`.execute(tx);
  return rows[0];
}

export async function findCustomerOfMember(tx: Tx, membershipId: string): Promise<string | undefined> {
  const { rows } = await sql<{ customerId: string }>`
    select customer_id from customer.membership where id = ${membershipId}`.execute(tx);
  return rows[0]?.customerId;
}

export async function selectMemberName(tx: Tx, membershipId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select u.name from customer.membership m join customer.user u on u.id = m.user_id
    where m.id = ${membershipId}`.execute(tx);
  return rows[0]?.name ?? '';
}
