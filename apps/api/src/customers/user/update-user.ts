import type { contract } from '@larkmere/contract/contract';
import type { UserChange } from '@larkmere/contract/customers/user';
import { message } from '@larkmere/messages/message';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { emit } from '../../platform/events/outbox.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { changeMembership, changeRights, type MemberRights, type Membership } from '../customer/customer.ts';
import { keepRulesSatisfiable } from './keep-rules-satisfiable.ts';
import { lockPeople, requireTarget, requireVersion } from './manage-members.ts';
import { readRights } from './read-rights.ts';
import { showRow } from './show-user.ts';
import { userRightsChanged, userStateChanged } from './user.ts';

/**
 * Refuses with `not_found`, `user_is_self`, `owner_protected`, `user_changed`, `last_owner`, `rights_exceeded`,
 * `validation_failed`, `invalid_transition`, `rule_unsatisfiable` or `authorisation_invalid`.
 */
export const updateUser: Verb<typeof contract.user.update> = async (
  ctx,
  { id, version, authorisation, idempotency, ...change },
) => {
  const people = await lockPeople(ctx);
  const target = requireTarget(people, id);
  requireVersion(target, version);
  requireReason(change);
  if ((change.state === 'invited') !== (target.state === 'invited')) throw new Refusal('invalid_transition');
  const rights = await readRights(ctx, people.acting, change);
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'user.update',
    uid: id,
    version,
    change,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  await keepRulesSatisfiable(ctx, async () => {
    if (!hasRights(target, rights)) await giveRights(ctx, target, rights);
    if (change.state !== target.state) await moveTo(ctx, target, change);
  });
  return showRow(ctx, people.acting, id);
};

function requireReason({ state, reason }: UserChange): void {
  if (state !== 'suspended' || reason) return;
  const errors = [{ field: 'reason', code: 'required', reason: message('user_reason_required') }] as const;
  throw new Refusal('validation_failed', { errors });
}

const hasRights = (row: Membership, rights: MemberRights): boolean =>
  JSON.stringify([row.role, row.access.toSorted(), row.accounts?.toSorted() ?? null]) ===
    JSON.stringify([rights.role, rights.access.toSorted(), rights.accounts?.toSorted() ?? null]) &&
  row.limit_currency === rights.limitCurrency &&
  row.per_payment_minor === rights.perPaymentMinor &&
  row.daily_minor === rights.dailyMinor;

async function giveRights(ctx: CustomerCtx, target: Membership, rights: MemberRights): Promise<void> {
  await changeRights(ctx, target, rights);
  const { user_id: userId, role } = target;
  if (!userId) return;
  await emit(ctx, userRightsChanged, {
    ...describeChange(ctx, target.id, userId),
    role: role === rights.role ? null : { before: role as MemberRights['role'], now: rights.role },
  });
}

async function moveTo(ctx: CustomerCtx, { id, user_id: userId }: Membership, change: UserChange): Promise<void> {
  const { state, reason } = change;
  if (state === 'invited') return;
  await changeMembership(ctx, id, { state, reason });
  if (userId) await emit(ctx, userStateChanged, { ...describeChange(ctx, id, userId), state });
}

export const describeChange = ({ actor, now }: CustomerCtx, membershipId: string, userId: string) => ({
  membershipId,
  customerId: actor.customerId,
  userId,
  byUserId: actor.userId,
  at: now.toISOString(),
});
