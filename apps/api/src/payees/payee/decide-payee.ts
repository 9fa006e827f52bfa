import type { contract } from '@larkmere/contract/contract';
import type { PayeeForStaff } from '@larkmere/contract/payees/payee-review';
import { loadRequestSummaries } from '../../approvals/approval/approval.ts';
import { emit } from '../../platform/events/outbox.ts';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import { requireRight } from '../../platform/requests/staff-rights.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { toStaffViews } from './payee.read.ts';
import { type PayeeStatusChange, selectPayee } from './payee.sql.ts';
import { lockPayeeForStaff, payeeDecided, setPayeeStatus, toPayee } from './payee.ts';
import type { Payee } from './payee-record.ts';

type PayeeDecision = Readonly<{ uid: string; version: number; note: string }>;

/**
 * Approves a pending or disabled payee; it stays pending while the customer's own colleagues have to approve it. Throws
 * `access_denied`, `not_found`, `payee_changed`, `invalid_transition`.
 */
export const releasePayee: Verb<typeof contract.payeeReview.release> = async (ctx, input) => {
  const payee = await lockDecidablePayee(ctx, input);
  if (payee.status !== 'pending' && payee.status !== 'disabled') throw new Refusal('invalid_transition');
  const team = (await loadRequestSummaries(ctx.tx, 'payee', [payee.id])).get(payee.id);
  const waits = team?.state === 'open';
  const standing = { status: waits ? 'pending' : 'approved', reasonCode: waits ? 'team_approval' : null } as const;
  return decidePayee(ctx, payee, { ...standing, reason: null }, input);
};

/**
 * Rejects a pending payee, which the customer can correct, or disables an approved one. Throws `access_denied`,
 * `not_found`, `payee_changed`, `invalid_transition`.
 */
export const blockPayee: Verb<typeof contract.payeeReview.stop> = async (ctx, { reasonCode, reason, ...input }) => {
  const payee = await lockDecidablePayee(ctx, input);
  if (payee.status !== 'pending' && payee.status !== 'approved') throw new Refusal('invalid_transition');
  const status = payee.status === 'pending' ? 'reject' : 'disabled';
  return decidePayee(ctx, payee, { status, reasonCode, reason }, input);
};

async function lockDecidablePayee(ctx: StaffCtx, { uid, version }: PayeeDecision): Promise<Payee> {
  const payee = await lockPayeeForStaff(ctx, uid);
  requireDecisionRight(ctx, payee);
  if (payee.version !== version) throw new Refusal('payee_changed');
  return payee;
}

async function decidePayee(
  ctx: StaffCtx,
  payee: Payee,
  standing: PayeeStatusChange,
  { note }: PayeeDecision,
): Promise<PayeeForStaff> {
  await setPayeeStatus(ctx, payee, standing, note);
  const { id: payeeId, customerId, createdBy: userId, currency, type, name } = payee;
  const { status, reason } = standing;
  await emit(ctx, payeeDecided, { payeeId, customerId, userId, currency, type, name, status, reason });
  return toStaffView(ctx, payee.id);
}

/** Only compliance decides compliance cases, and only the customer's colleagues decide what waits for them. */
function requireDecisionRight({ actor }: StaffCtx, { reasonCode }: Payee): void {
  if (reasonCode === 'compliance') requireRight(actor, 'screening_hits', 'act');
  if (reasonCode === 'team_approval') throw accessDenied('team_approval');
}

async function toStaffView(ctx: StaffCtx, payeeId: string): Promise<PayeeForStaff> {
  const row = await selectPayee(ctx.tx, payeeId);
  const [view] = row ? await toStaffViews(ctx, [toPayee(row)]) : [];
  if (!view) throw new Refusal('not_found');
  return view;
}
