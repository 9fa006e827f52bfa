import type { StaffAccessRequest } from '@larkmere/contract/back-office/sub-user';
import type { contract } from '@larkmere/contract/contract';
import { formatAmount, money } from '@larkmere/money/money';
import {
  agreeToRequest,
  prepareRequest,
  type RequestRow,
  selectOpenRequests,
  viewAccessRequest,
  withdrawRequest,
} from '../../customers/access-request/access-request.ts';
import type { MemberRights } from '../../customers/customer/customer.ts';
import {
  addsRights,
  type CheckedUpdate,
  checkInvitee,
  checkUpdate,
  lockPeopleForStaff,
  type People,
  readerOf,
  removePerson,
  requireActive,
  requireTarget,
  requireVersion,
  rightsOf,
  updatePerson,
  viewUserById,
  viewUsers,
  viewUserWithWork,
} from '../../customers/user/user.ts';
import { startPinReset } from '../../identity/pin/pin.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { changePasswordOf, type HelpKeys, requireHelpable } from '../person/person.ts';
import { findSubUser, selectStaffNames } from './sub-user.read.ts';
import { type SubUserChanged, subUserChanged } from './sub-user.ts';

/** Staff are no members, and change no owners. */
const staffReader = { userId: null, role: 'admin' } as const;

/**
 * Prepares an invitation for the owners. Refuses with `not_found`, and with all that the invitation of a colleague
 * refuses.
 */
export const inviteSubUser: Verb<typeof contract.subUser.invite> = async (ctx, { customerId, note, ...invitee }) => {
  const people = await lockPeopleForStaff(ctx, customerId);
  const rights = await checkInvitee(ctx, people, invitee);
  const { name, email, phone = null } = invitee;
  const request = await prepareRequest(ctx, {
    customerId,
    membership: null,
    content: {
      person: { name, email, phone },
      before: null,
      after: { ...termsOf(rights), state: 'invited', reason: null },
    },
    reason: note,
  });
  return viewRequest(ctx, request);
};

/** A change that adds something, for the owners. */
async function prepareChange(
  ctx: StaffCtx,
  customerId: string,
  { target, rights, change }: CheckedUpdate,
  reason: string,
): Promise<RequestRow> {
  const { name, email, phone } = await viewUserById(ctx, customerId, staffReader, target.id);
  const { state, reason: why = null } = change;
  return prepareRequest(ctx, {
    customerId,
    membership: { id: target.id, version: target.version },
    content: {
      person: { name, email, phone },
      before: { ...termsOf(rightsOf(target)), state: target.state },
      after: { ...termsOf(rights), state, reason: why },
    },
    reason,
  });
}

function termsOf({ role, access, accounts, limitCurrency, perPaymentMinor, dailyMinor }: MemberRights) {
  const currency = limitCurrency ?? 'GBP';
  const text = (minor: bigint | null): string | null => (minor === null ? null : formatAmount(money(currency, minor)));
  return {
    role,
    access: [...access],
    accounts: accounts && [...accounts],
    limits: { perPayment: text(perPaymentMinor), daily: text(dailyMinor), currency },
  };
}

export const agreeToAccess: Verb<typeof contract.subUser.agree> = async (ctx, input) =>
  viewRequest(ctx, await agreeToRequest(ctx, input));

export const withdrawAccess: Verb<typeof contract.subUser.withdraw> = async (ctx, { uid, note }) =>
  viewRequest(ctx, await withdrawRequest(ctx, uid, note));

async function viewRequests(ctx: StaffCtx, customerId: string): Promise<StaffAccessRequest[]> {
  const rows = await selectOpenRequests(ctx.tx, customerId);
  return Promise.all(rows.map((row) => viewRequest(ctx, row)));
}

async function viewRequest({ tx, actor }: StaffCtx, row: RequestRow): Promise<StaffAccessRequest> {
  const rows = await selectStaffNames(tx, [row.preparedBy, row.agreedBy]);
  const nameOf = (id: string | null): string | undefined => rows.find((each) => each.id === id)?.name;
  return {
    ...viewAccessRequest(row),
    preparedBy: nameOf(row.preparedBy) ?? '',
    agreedBy: nameOf(row.agreedBy) ?? null,
    agreedReason: row.agreedReason,
    canAgree: row.state === 'waiting' && row.preparedBy !== actor.staffId,
    canWithdraw: row.state === 'waiting' || row.state === 'scheduled',
  };
}

export const listSubUsers: Verb<typeof contract.subUser.list> = async (ctx, { id }) => {
  const users = await viewUsers(ctx, id, staffReader);
  if (users.list.length === 0) throw new Refusal('not_found');
  return { ...users, requests: await viewRequests(ctx, id) };
};

export const showSubUser: Verb<typeof contract.subUser.show> = async (ctx, { id }) =>
  viewUserWithWork(ctx, await customerOf(ctx, id), staffReader, id);

/**
 * What only takes away is done at once. Anything that adds is prepared as a whole, also if it takes away elsewhere.
 * Refuses with `not_found`, and with all that the change of a colleague refuses.
 */
export const updateSubUser: Verb<typeof contract.subUser.update> = async (ctx, { id, version, note, ...change }) => {
  const people = await lockPeopleForStaff(ctx, await customerOf(ctx, id));
  const checked = await checkUpdate(ctx, people, { id, version, change });
  const { customerId } = people;
  const { target, rights } = checked;
  const isAdding = await addsRights(ctx.tx, customerId, target, { rights, state: change.state });
  const request = isAdding ? await prepareChange(ctx, customerId, checked, note) : null;
  if (!isAdding) {
    await updatePerson(ctx, people, checked);
    await record(ctx, id, { change: 'rights_changed', note });
  }
  const user = await viewUserById(ctx, customerId, readerOf(people), id);
  return { user, request: request && (await viewRequest(ctx, request)) };
};

/** Also of a blocked account, because it only takes away. */
export const removeSubUser: Verb<typeof contract.subUser.remove> = async (ctx, { id, version, reason, note }) => {
  const people = await lockPeopleForStaff(ctx, await customerOf(ctx, id), { isTakingAway: true });
  const target = requireTarget(people, id);
  requireVersion(target, version);
  await record(ctx, id, { change: 'removed', note });
  await removePerson(ctx, people, target, reason);
  return null;
};

export const resetSubUserPin: Verb<typeof contract.subUser.resetPin> = async (ctx, { id, note }) => {
  const { userId } = await requireSubUser(ctx, id);
  await startPinReset(ctx, userId, note);
  await record(ctx, id, { change: 'pin_reset', note });
  return null;
};

export const changeSubUserPassword =
  (keys: HelpKeys): Workflow<typeof contract.subUser.changePassword> =>
  (steps, { id, channel, note, idempotency: key }) =>
    changePasswordOf(steps, keys, {
      channel,
      key,
      reason: note,
      find: async (ctx) => (await requireSubUser(ctx, id)).userId,
      afterwards: (ctx) => record(ctx, id, { change: 'password_ended', note }),
    });

/** Refuses with `not_found`, `owner_protected` or `invalid_transition`. */
async function requireSubUser(ctx: StaffCtx, id: string): Promise<Readonly<{ people: People; userId: string }>> {
  const people = await lockPeopleForStaff(ctx, await customerOf(ctx, id));
  const userId = requireActive(requireTarget(people, id));
  await requireHelpable(ctx, userId);
  return { people, userId };
}

async function customerOf({ tx }: StaffCtx, id: string): Promise<string> {
  const found = await findSubUser(tx, id);
  if (!found) throw new Refusal('not_found');
  return found.customerId;
}

type Recorded = Readonly<{ change: SubUserChanged['change']; note: string }>;

async function record(ctx: StaffCtx, membershipId: string, { change, note }: Recorded): Promise<void> {
  const { customerId = '', name = '' } = (await findSubUser(ctx.tx, membershipId)) ?? {};
  await audit(ctx, `sub_user.${change}`, `membership:${membershipId}`, { reason: note });
  await emit(ctx, subUserChanged, { customerId, membershipId, name, change });
}
