import type { contract } from '@larkmere/contract/contract';
import type { UserChange, UserReason } from '@larkmere/contract/customers/user';
import type { Role } from '@larkmere/contract/platform/access';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { message } from '@larkmere/messages/message';
import type { z } from 'zod';
import { findStuckRules } from '../../approvals/approval/approval.ts';
import { lockPin, requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { changeMembership, changeRights, type MemberRights, type Membership } from '../customer/customer.ts';
import { endLink } from '../invitation/invitation.ts';
import { lockPeople, type People, readerOf, requireTarget, requireVersion } from './lock-people.ts';
import { checkRights } from './member-rights.ts';
import { hasOtherCustomers, viewUserById } from './user.read.ts';

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

const describeChange = ({ now }: Ctx, { customerId, acting }: People, membershipId: string, userId: string) => ({
  membershipId,
  customerId,
  userId,
  byUserId: acting.userId,
  at: now.toISOString(),
});

/**
 * Also cancels an invitation. Refuses with `not_found`, `user_is_self`, `owner_protected`, `user_changed`, `last_owner`,
 * `rule_unsatisfiable` or `authorisation_invalid`.
 */
export const removeUser: Verb<typeof contract.user.remove> = async (
  ctx,
  { id, version, reason, authorisation, idempotency },
) => {
  const people = await lockPeople(ctx);
  const target = requireTarget(people, id);
  requireVersion(target, version);
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'user.remove',
    uid: id,
    version,
    reason,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  await removePerson(ctx, people, target, reason);
  return null;
};

/** Refuses with `last_owner` or `rule_unsatisfiable`. */
export async function removePerson(
  ctx: Ctx,
  people: People,
  { id, userId }: Membership,
  reason: z.infer<typeof UserReason>,
): Promise<void> {
  await keepRulesSatisfiable(ctx, people.customerId, async () => {
    await changeMembership(ctx, id, { state: 'removed', reason });
    await endLink(ctx.tx, id, 'cancelled');
  });
  if (userId) await emit(ctx, userStateChanged, { ...describeChange(ctx, people, id, userId), state: 'removed' });
}

/**
 * Refuses with `not_found`, `user_is_self`, `owner_protected`, `invalid_transition` for a person who is not active,
 * `pin_not_resettable` if the PIN is used for another customer too, or was never chosen, and `authorisation_invalid`.
 */
export const resetUserPin: Verb<typeof contract.user.resetPin> = async (ctx, { id, authorisation, idempotency }) => {
  const people = await lockPeople(ctx);
  const userId = requireActive(requireTarget(people, id));
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'user.resetpin',
    uid: id,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  const { customerId } = people;
  const isShared = await hasOtherCustomers(ctx.tx, { userId, customerId });
  if (isShared || !(await lockPin(ctx.tx, userId))) throw new Refusal('pin_not_resettable');
  await audit(ctx, 'pin.reset_by_colleague', `person:${userId}`);
  await emit(ctx, userPinReset, describeChange(ctx, people, id, userId));
  return null;
};

/** Refuses with `invalid_transition`. */
export function requireActive({ userId, state }: Membership): string {
  if (state !== 'active' || !userId) throw new Refusal('invalid_transition');
  return userId;
}

/**
 * Makes a change of people unless too few could approve under a rule afterwards: `rule_unsatisfiable` names the rules.
 * One that nobody could meet before stops no other change.
 */
async function keepRulesSatisfiable({ tx }: Ctx, customerId: string, change: () => Promise<void>): Promise<void> {
  const before = new Set((await findStuckRules(tx, customerId)).map(({ key }) => key));
  await change();
  const stuck = (await findStuckRules(tx, customerId)).filter(({ key }) => !before.has(key));
  const [first] = stuck;
  if (!first) return;
  throw new Refusal('rule_unsatisfiable', {
    reason: message('rule_left_unsatisfiable', { what: first.rule }),
    data: { rules: [...new Set(stuck.map(({ rule }) => formatMessage(defaultLanguage, rule)))] },
  });
}

/** `byUserId` is null for staff. */
type ChangedUser = Readonly<{
  membershipId: string;
  customerId: string;
  userId: string;
  byUserId: string | null;
  at: string;
}>;

/** Role, rights, accounts or limits. The role is named only if it changed. */
export const userRightsChanged = defineEvent<UserRightsChanged>('user.rights_changed');
export type UserRightsChanged = ChangedUser & Readonly<{ role: Readonly<{ before: Role; now: Role }> | null }>;

export const userStateChanged = defineEvent<UserStateChanged>('user.state_changed');
export type UserStateChanged = ChangedUser & Readonly<{ state: 'active' | 'suspended' | 'removed' }>;

export const userPinReset = defineEvent<UserPinReset>('user.pin_reset');
type UserPinReset = ChangedUser;
