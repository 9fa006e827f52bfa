import { canInitiate } from '@larkmere/contract/platform/access';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { lockMembers, type Membership } from '../customer/customer.ts';

export type People = Readonly<{ members: readonly Membership[]; acting: Membership }>;

/**
 * Locks all members and reads the acting one again: their rights may have ended since the request was authenticated.
 * Refuses with `access_denied`.
 */
export async function lockPeople({ tx, actor }: CustomerCtx): Promise<People> {
  const members = await lockMembers(tx, actor.customerId);
  const acting = members.find(({ user_id: userId }) => userId === actor.userId);
  const mayManage = acting?.access.includes('usermanage') && canInitiate(acting.role, 'usermanage');
  if (acting?.state !== 'active' || !mayManage) throw new Refusal('access_denied');
  return { members, acting };
}

/** Refuses with `not_found`, `user_is_self` or `owner_protected`. */
export function requireTarget({ members, acting }: People, uid: string): Membership {
  const target = members.find(({ id }) => id === uid);
  if (!target || target.state === 'removed') throw new Refusal('not_found');
  if (target.id === acting.id) throw new Refusal('user_is_self');
  if (target.role === 'owner' && acting.role !== 'owner') throw new Refusal('owner_protected');
  return target;
}

/** Refuses with `user_changed`. */
export function requireVersion(target: Membership, version: number): void {
  if (target.version !== version) throw new Refusal('user_changed');
}
