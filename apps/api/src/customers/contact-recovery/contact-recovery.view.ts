import type { StaffContactRecovery } from '@larkmere/contract/back-office/contact-recovery';
import type { ContactRecoveryView } from '@larkmere/contract/customers/contact-recovery';
import { maskEmail, maskPhone } from '../../identity/channel/channel.ts';
import { pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { findForStaff, isCustomer, selectForStaff } from './contact-recovery.read.ts';
import type { RecoveryRow } from './contact-recovery.sql.ts';
import { contactRecoveryLifecycle } from './contact-recovery-lifecycle.ts';

export function viewRecovery(row: RecoveryRow): ContactRecoveryView | null {
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
