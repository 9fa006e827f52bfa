import type { MembershipState } from '@larkmere/contract/customers/membership';
import { endSessionsOfMember } from '../../identity/session/session.ts';
import type { Tx } from '../../platform/db/db.ts';
import { appendHistory, changeState } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { lockMembers, lockMembership, type MemberRights, type Membership, updateRights } from './membership.sql.ts';
import { membershipLifecycle } from './membership-lifecycle.ts';

type MembershipChange = Readonly<{ state: Exclude<MembershipState, 'invited'>; reason?: string | undefined }>;

/**
 * Suspends, reinstates or removes a member of a customer. Their sessions that look at this customer end with it, on
 * open sockets too. Refuses with `not_found`, `invalid_transition` or `last_owner`.
 */
export async function changeMembership(ctx: Ctx, id: string, { state, reason }: MembershipChange): Promise<Membership> {
  const membership = await lockMembership(ctx.tx, id);
  if (!membership) throw new Refusal('not_found');
  await requireOwnerLeft(ctx.tx, membership, { role: membership.role, state });
  const version = membership.version + 1;
  const changed = await changeState(ctx, membershipLifecycle, membership, { state, reason: reason ?? null, version });
  const { userId, customerId } = membership;
  if (state !== 'active' && userId) await endSessionsOfMember(ctx.tx, { userId, customerId }, `membership_${state}`);
  return changed;
}

/**
 * Of a locked membership. Rights are read on every request, so the next one of the person has these. Refuses with
 * `last_owner`.
 */
export async function changeRights(ctx: Ctx, membership: Membership, rights: MemberRights): Promise<Membership> {
  const { id, state } = membership;
  await requireOwnerLeft(ctx.tx, membership, { role: rights.role, state });
  const changed = await updateRights(ctx.tx, id, rights);
  await appendHistory(ctx, membershipLifecycle, id);
  const { userId: person, role, access, accounts } = changed;
  await audit(ctx, 'membership.rights_changed', `membership:${id}`, { person, role, access, accounts });
  return changed;
}

type RoleAndState = Pick<Membership, 'role' | 'state'>;

const isActiveOwner = ({ role, state }: RoleAndState): boolean => role === 'owner' && state === 'active';

async function requireOwnerLeft(tx: Tx, membership: Membership, next: RoleAndState): Promise<void> {
  if (!isActiveOwner(membership) || isActiveOwner(next)) return;
  const others = (await lockMembers(tx, membership.customerId)).filter(({ id }) => id !== membership.id);
  if (!others.some(isActiveOwner)) throw new Refusal('last_owner');
}
