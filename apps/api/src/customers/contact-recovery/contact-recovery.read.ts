import type { StaffContactRecovery } from '@larkmere/contract/back-office/contact-recovery';
import type { contract } from '@larkmere/contract/contract';
import type { ContactRecoveryState, ContactRecoveryView } from '@larkmere/contract/customers/contact-recovery';
import { sql } from 'kysely';
import { maskEmail, maskPhone } from '../../identity/channel/channel.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { type RecoveryRow, selectOpenOf } from './contact-recovery.sql.ts';
import { contactRecoveryLifecycle } from './contact-recovery-lifecycle.ts';

export const showRecovery: Verb<typeof contract.contactRecovery.show> = async ({ tx, actor }) => {
  const row = await selectOpenOf(tx, actor.userId);
  return { recovery: row ? viewRecovery(row) : null };
};

function viewRecovery(row: RecoveryRow): ContactRecoveryView | null {
  const state = row.state;
  const pending = pendingStatus(contactRecoveryLifecycle, state, row);
  return (
    pending && {
      uid: row.id,
      state,
      newEmail: maskEmail(row.newEmail),
      newPhone: row.newPhone && maskPhone(row.newPhone),
      preparedAt: row.preparedAt.toISOString(),
      pendingStatus: pending,
    }
  );
}

/** Refuses with `not_found`. */
export async function listForStaff(ctx: StaffCtx, customerId: string): Promise<StaffContactRecovery[]> {
  if (!(await isCustomer(ctx.tx, customerId))) throw new Refusal('not_found');
  return (await selectForStaff(ctx.tx, customerId)).map((row) => toStaffView(ctx, row));
}

export async function viewForStaff(ctx: StaffCtx, id: string): Promise<StaffContactRecovery> {
  const row = await findForStaff(ctx.tx, id);
  if (!row) throw new Refusal('not_found');
  return toStaffView(ctx, row);
}

type Row = NonNullable<Awaited<ReturnType<typeof findForStaff>>>;

const toStaffView = ({ actor }: StaffCtx, row: Row): StaffContactRecovery => ({
  uid: row.id,
  userUid: row.userId,
  name: row.name,
  newEmail: row.newEmail,
  newPhone: row.newPhone,
  state: row.state,
  reason: row.reason,
  preparedBy: row.preparedBy,
  preparedAt: row.preparedAt.toISOString(),
  approvedBy: row.approvedBy,
  approvalNote: row.approvalNote,
  deadlineAt: row.endedAt ? null : row.deadlineAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  canDecide: row.state === 'prepared' && row.preparedById !== actor.staffId,
  canWithdraw: row.endedAt === null,
});

type Contact = Readonly<{ email: string; phone: string | null }>;

export async function findContact(tx: Tx, userId: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`select email, phone from customer.user where id = ${userId}`.execute(tx);
  return rows[0];
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

async function findForStaff(tx: Tx, id: string): Promise<StaffedRecovery | undefined> {
  const { rows } = await sql<StaffedRecovery>`${staffed} where r.id = ${id}`.execute(tx);
  return rows[0];
}

/** The open ones first, then the latest that ended. */
async function selectForStaff(tx: Tx, customerId: string): Promise<StaffedRecovery[]> {
  const { rows } = await sql<StaffedRecovery>`${staffed}
    where (r.ended_at is null or r.ended_at > now() - interval '7 days')
      and r.user_id in (select user_id from customer.membership where customer_id = ${customerId} and state <> 'removed')
    order by r.ended_at desc nulls first, r.prepared_at desc`.execute(tx);
  return rows;
}

async function isCustomer(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from customer.customer where id = ${id}`.execute(tx);
  return rows.length > 0;
}
