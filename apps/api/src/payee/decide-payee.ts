import type { contract } from '@larkmere/contract/contract';
import type { PayeeForStaff } from '@larkmere/contract/payee-review';
import { ownersOf } from '../customer/customer.ts';
import { emit } from '../kernel/outbox.ts';
import { denied, Refusal } from '../kernel/refusal.ts';
import type { StaffCtx, Verb } from '../kernel/verb.ts';
import { badgesOf } from '../team-approval/team-approval.ts';
import { selectPayee } from './payee.sql.ts';
import { lockPayeeOf, mayLookAtPayees, type Payee, payeeDecided, payeeOf, type Standing, standPayee } from './payee.ts';
import { viewsOf } from './payee.view.ts';

type Decided = Readonly<{ uid: string; version: number; note: string }>;

/**
 * Approves a pending or disabled payee; it stays pending while the customer's own colleagues have to approve it. Throws
 * `access_denied`, `not_found`, `payee_changed`, `invalid_transition`.
 */
export const releasePayee: Verb<typeof contract.payeeReview.release> = async (ctx, input) => {
  const payee = await requireDecidable(ctx, input);
  if (payee.status !== 'pending' && payee.status !== 'disabled') throw new Refusal('invalid_transition');
  const team = (await badgesOf(ctx.tx, 'payee', [payee.id])).get(payee.id);
  const waits = team?.state === 'open';
  const standing = { status: waits ? 'pending' : 'approved', reasonCode: waits ? 'team_approval' : null } as const;
  return stand(ctx, payee, { ...standing, reason: null }, input);
};

/**
 * Rejects a pending payee, which the customer can correct, or disables an approved one. Throws `access_denied`,
 * `not_found`, `payee_changed`, `invalid_transition`.
 */
export const stopPayee: Verb<typeof contract.payeeReview.stop> = async (ctx, { reasonCode, reason, ...input }) => {
  const payee = await requireDecidable(ctx, input);
  if (payee.status !== 'pending' && payee.status !== 'approved') throw new Refusal('invalid_transition');
  const status = payee.status === 'pending' ? 'reject' : 'disabled';
  return stand(ctx, payee, { status, reasonCode, reason }, input);
};

async function requireDecidable(ctx: StaffCtx, { uid, version }: Decided): Promise<Payee> {
  if (!mayLookAtPayees(ctx.actor.role)) throw new Refusal('access_denied');
  const payee = await lockPayeeOf(ctx, uid);
  requireSay(ctx, payee);
  if (payee.version !== version) throw new Refusal('payee_changed');
  return payee;
}

async function stand(ctx: StaffCtx, payee: Payee, standing: Standing, { note }: Decided): Promise<PayeeForStaff> {
  await standPayee(ctx, payee, standing, note);
  const { id: payeeId, customerId, createdBy: personId, currency, type, name } = payee;
  const { status, reason } = standing;
  await emit(ctx, payeeDecided, { payeeId, customerId, personId, currency, type, name, status, reason });
  return staffViewOf(ctx, payee.id);
}

/** Only compliance decides compliance cases, and only the customer's colleagues decide what waits for them. */
function requireSay({ actor }: StaffCtx, { reasonCode }: Payee): void {
  const isCompliance = actor.role === 'compliance' || actor.role === 'mlro';
  if (reasonCode === 'compliance' && !isCompliance) throw new Refusal('access_denied');
  if (reasonCode === 'team_approval') throw denied('team_approval');
}

async function staffViewOf(ctx: StaffCtx, payeeId: string): Promise<PayeeForStaff> {
  const row = await selectPayee(ctx.tx, payeeId);
  const [view] = row ? await staffViewsOf(ctx, [payeeOf(row)]) : [];
  if (!view) throw new Refusal('not_found');
  return view;
}

export async function staffViewsOf(ctx: StaffCtx, payees: readonly Payee[]): Promise<PayeeForStaff[]> {
  const owners = await ownersOf(ctx.tx, [...new Set(payees.map(({ customerId }) => customerId))]);
  const views = await viewsOf(ctx, payees);
  return views.map((view, index) => {
    const owner = owners.get(payees[index]?.customerId ?? '');
    if (!owner) throw new Error(`payee ${view.uid} belongs to nobody`);
    const { id, memberCode, name } = owner;
    return { ...view, customer: { uid: id, memberCode, name } };
  });
}
