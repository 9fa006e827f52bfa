import type { ContactRecoveryState } from '@larkmere/contract/customers/contact-recovery';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export type Contact = Readonly<{ email: string; phone: string | null }>;

export async function findContact(tx: Tx, userId: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`select email, phone from customer.user where id = ${userId}`.execute(tx);
  return rows[0];
}

export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql`select from customer.user where lower(email) = lower(${email})`.execute(tx);
  return rows.length > 0;
}

/** Acts for a customer, and no account of theirs is suspended or locked. */
export async function isHelpable(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isHelpable: boolean }>`
    select coalesce(bool_and(c.state not in ('suspended', 'locked')), false) as is_helpable
    from customer.membership m join customer.customer c on c.id = m.customer_id
    where m.user_id = ${userId} and m.state = 'active'`.execute(tx);
  return rows[0]?.isHelpable === true;
}

type StaffedRecovery = Readonly<{
  id: string;
  userId: string;
  name: string;
  newEmail: string;
  newPhone: string | null;
  state: ContactRecoveryState;
  reason: string;
  preparedById: string;
  preparedBy: string;
  preparedAt: Date;
  approvedBy: string | null;
  approvalNote: string | null;
  deadlineAt: Date;
  endedAt: Date | null;
}>;

const staffed = sql`
  select r.id, r.user_id, p.name, r.new_email, r.new_phone, r.state, r.reason,
    r.prepared_by as prepared_by_id, a.name as prepared_by, r.prepared_at, b.name as approved_by,
    r.approval_note, r.deadline_at, r.ended_at
  from contact_recovery.request r join customer.user p on p.id = r.user_id join staff.member a on a.id = r.prepared_by
    left join staff.member b on b.id = r.approved_by`;

export async function findForStaff(tx: Tx, id: string): Promise<StaffedRecovery | undefined> {
  const { rows } = await sql<StaffedRecovery>`${staffed} where r.id = ${id}`.execute(tx);
  return rows[0];
}

/** The open ones first, then the latest that ended. */
export async function selectForStaff(tx: Tx, customerId: string): Promise<StaffedRecovery[]> {
  const { rows } = await sql<StaffedRecovery>`${staffed}
    where (r.ended_at is null or r.ended_at > now() - interval '7 days')
      and r.user_id in (select user_id from customer.membership where customer_id = ${customerId} and state <> 'removed')
    order by r.ended_at desc nulls first, r.prepared_at desc`.execute(tx);
  return rows;
}

export async function isCustomer(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from customer.customer where id = ${id}`.execute(tx);
  return rows.length > 0;
}
