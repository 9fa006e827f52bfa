import type { MembershipState } from '@larkmere/contract/customers/membership';
import { endSessionsOfMember } from '../../identity/session/session.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { lockMembership } from './customer.sql.ts';
import { membershipLifecycle } from './membership-lifecycle.ts';

type MembershipChange = Readonly<{ state: Exclude<MembershipState, 'invited'>; reason?: string }>;

/**
 * Suspends, reinstates or removes a member of a customer. Their sessions that look at this customer end with it, on
 * open sockets too. Refuses with `not_found` or `invalid_transition`.
 */
export async function changeMembership(ctx: Ctx, id: string, { state, reason }: MembershipChange): Promise<void> {
  const membership = await lockMembership(ctx.tx, id);
  if (!membership) throw new Refusal('not_found');
  await changeState(ctx, membershipLifecycle, membership, { state, reason: reason ?? null });
  const { user_id: userId, customer_id: customerId } = membership;
  if (state !== 'active' && userId) await endSessionsOfMember(ctx.tx, { userId, customerId }, `membership_${state}`);
}
