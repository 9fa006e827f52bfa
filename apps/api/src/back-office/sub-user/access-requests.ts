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
  type CheckedUpdate,
  checkInvitee,
  lockPeopleForStaff,
  rightsOf,
  viewUserById,
} from '../../customers/user/user.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { selectStaffNames } from './sub-user.read.ts';

/** Staff are no members, and change no owners. */
export const staffReader = { userId: null, role: 'admin' } as const;

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
export async function prepareChange(
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

export async function viewRequests(ctx: StaffCtx, customerId: string): Promise<StaffAccessRequest[]> {
  const rows = await selectOpenRequests(ctx.tx, customerId);
  return Promise.all(rows.map((row) => viewRequest(ctx, row)));
}

export async function viewRequest({ tx, actor }: StaffCtx, row: RequestRow): Promise<StaffAccessRequest> {
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
