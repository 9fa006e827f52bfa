import type { contract } from '@larkmere/contract/contract';
import type { UserChange } from '@larkmere/contract/customers/user';
import { message } from '@larkmere/messages/message';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { emit } from '../../platform/events/outbox.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { changeMembership, changeRights, type MemberRights, type Membership } from '../customer/customer.ts';
import { checkRights } from './check-rights.ts';
import { keepRulesSatisfiable } from './keep-rules-satisfiable.ts';
import { lockPeople, type People, readerOf, requireTarget, requireVersion } from './manage-members.ts';
import { viewUserById } from './show-user.ts';
import { userRightsChanged, userStateChanged } from './user-events.ts';

/**
 * Refuses with `not_found`, `user_is_self`, `owner_protected`, `user_changed`, `last_owner`, `rights_exceeded`,
 * `validation_failed`, `invalid_transition`, `rule_unsatisfiable` or `authorisation_invalid`.
 */
export const updateUser: Verb<typeof contract.user.update> = async (
  ctx,
  { id, version, authorisation, idempotency, ...change },
) => {
  const people = await lockPeople(ctx);
  const checked = await checkUpdate(ctx, people, { id, version, change });
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'user.update',
    uid: id,
    version,
    change,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  await updatePerson(ctx, people, checked);
  return viewUserById(ctx, people.customerId, readerOf(people), id);
};

type Update = Readonly<{ id: string; version: number; change: UserChange }>;
export type CheckedUpdate = Readonly<{ target: Membership; rights: MemberRights; change: UserChange }>;

/** Refuses with all that `updateUser` refuses before the PIN. */
export async function checkUpdate(ctx: Ctx, people: People, { id, version, change }: Update): Promise<CheckedUpdate> {
  const target = requireTarget(people, id);
  requireVersion(target, version);
  requireReason(change);
  if ((change.state === 'invited') !== (target.state === 'invited')) throw new Refusal('invalid_transition');
  return { target, change, rights: await checkRights(ctx, people, change, target) };
}

/** Refuses with `last_owner`, `invalid_transition` or `rule_unsatisfiable`. */
export async function updatePerson(ctx: Ctx, people: People, { target, rights, change }: CheckedUpdate): Promise<void> {
  await keepRulesSatisfiable(ctx, people.customerId, async () => {
    if (!hasRights(target, rights)) await giveRights(ctx, people, target, rights);
    if (change.state !== target.state) await moveTo(ctx, people, target, change);
  });
}

function requireReason({ state, reason }: UserChange): void {
  if (state !== 'suspended' || reason) return;
  const errors = [{ field: 'reason', code: 'required', reason: message('user_reason_required') }] as const;
  throw new Refusal('validation_failed', { errors });
}

const hasRights = (row: Membership, rights: MemberRights): boolean =>
  JSON.stringify([row.role, row.access.toSorted(), row.accounts?.toSorted() ?? null]) ===
    JSON.stringify([rights.role, rights.access.toSorted(), rights.accounts?.toSorted() ?? null]) &&
  row.limitCurrency === rights.limitCurrency &&
  row.perPaymentMinor === rights.perPaymentMinor &&
  row.dailyMinor === rights.dailyMinor;

async function giveRights(ctx: Ctx, people: People, target: Membership, rights: MemberRights): Promise<void> {
  await changeRights(ctx, target, rights);
  const { userId, role } = target;
  if (!userId) return;
  await emit(ctx, userRightsChanged, {
    ...describeChange(ctx, people, target.id, userId),
    role: role === rights.role ? null : { before: role, now: rights.role },
  });
}

async function moveTo(ctx: Ctx, people: People, { id, userId }: Membership, change: UserChange): Promise<void> {
  const { state, reason } = change;
  if (state === 'invited') return;
  await changeMembership(ctx, id, { state, reason });
  if (userId) await emit(ctx, userStateChanged, { ...describeChange(ctx, people, id, userId), state });
}

export const describeChange = ({ now }: Ctx, { customerId, acting }: People, membershipId: string, userId: string) => ({
  membershipId,
  customerId,
  userId,
  byUserId: acting.userId,
  at: now.toISOString(),
});
