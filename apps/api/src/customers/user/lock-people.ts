import { canInitiate, type Role } from '@larkmere/contract/platform/access';
import { accountPermissions } from '@larkmere/contract/platform/account-status';
import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { findCustomer, lockMembers, type Membership } from '../customer/customer.ts';
import type { Reader } from './user.read.ts';

/** What the person who changes others has, which is the most that they may give. */
export type Manager = Readonly<
  Pick<Membership, 'role' | 'access' | 'accounts' | 'limitCurrency' | 'perPaymentMinor' | 'dailyMinor'> & {
    /** Null for staff. */
    membershipId: string | null;
    userId: string | null;
  }
>;

export type People = Readonly<{ customerId: string; members: readonly Membership[]; acting: Manager }>;

/**
 * Locks all members and reads the acting one again: their rights may have ended since the request was authenticated.
 * Refuses with `access_denied`.
 */
export async function lockPeople({ tx, actor }: CustomerCtx): Promise<People> {
  const { customerId } = actor;
  const members = await lockMembers(tx, customerId);
  const acting = members.find(({ userId }) => userId === actor.userId);
  const mayManage = acting?.access.includes('usermanage') && canInitiate(acting.role, 'usermanage');
  if (acting?.state !== 'active' || !mayManage) throw new Refusal('access_denied');
  return { customerId, members, acting: { ...acting, membershipId: acting.id, userId: actor.userId } };
}

/**
 * For what staff take away or prepared: at most what the owner has, and no owner is made, changed or removed. Refuses with `not_found`,
 * and with `invalid_transition` for an account whose own people could not change anything.
 */
export async function lockPeopleForStaff(
  { tx }: Ctx,
  customerId: string,
  { isTakingAway = false }: Readonly<{ isTakingAway?: boolean }> = {},
): Promise<People> {
  const customer = await findCustomer(tx, customerId);
  const members = await lockMembers(tx, customerId);
  const owner = members.find(({ role, state }) => role === 'owner' && state === 'active');
  if (!customer || !owner) throw new Refusal('not_found');
  if (!isTakingAway && accountPermissions[customer.status].manage === 'no')
    throw new Refusal('invalid_transition', { reason: message('help_account_blocked') });
  const role: Role = 'admin';
  return { customerId, members, acting: { ...owner, role, membershipId: null, userId: null } };
}

export const readerOf = ({ acting }: People): Reader => ({ userId: acting.userId, role: acting.role });

/** Refuses with `not_found`, `user_is_self` or `owner_protected`. */
export function requireTarget({ members, acting }: People, uid: string): Membership {
  const target = members.find(({ id }) => id === uid);
  if (!target || target.state === 'removed') throw new Refusal('not_found');
  if (target.id === acting.membershipId) throw new Refusal('user_is_self');
  if (target.role === 'owner' && acting.role !== 'owner') throw new Refusal('owner_protected');
  return target;
}

/** Refuses with `user_changed`. */
export function requireVersion(target: Membership, version: number): void {
  if (target.version !== version) throw new Refusal('user_changed');
}
