import type { contract } from '@larkmere/contract/contract';
import type { Invitee } from '@larkmere/contract/customers/user';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { extendInvitation, inviteMember, type MemberRights } from '../customer/customer.ts';
import { invitationEnd, sendInvitation } from '../invitation/invitation.ts';
import { lockPeople, type People, readerOf, requireTarget } from './lock-people.ts';
import { checkRights, requireGrantable, rightsOf } from './member-rights.ts';
import { findUser, isMemberEmail, viewUserById } from './user.read.ts';

/**
 * Works alike for an address that has a login and one that has none. Refuses with `user_exists` for a member or an open
 * invitation, `validation_failed`, `owner_protected`, `rights_exceeded` or `authorisation_invalid`.
 */
export const inviteUser =
  (tokenKey: Buffer): Verb<typeof contract.user.invite> =>
  async (ctx, { authorisation, idempotency, ...invitee }) => {
    const people = await lockPeople(ctx);
    const rights = await checkInvitee(ctx, people, invitee);
    await requirePinAuthorisation(ctx, authorisation, {
      operation: 'user.invite',
      invitee,
      amount: '0',
      currency: 'GBP',
      paymentIdempotency: idempotency,
    });
    const id = await invitePerson(ctx, tokenKey, people, { invitee, rights, invitedBy: ctx.actor.userId });
    return viewUserById(ctx, people.customerId, readerOf(people), id);
  };

const addressOf = ({ email }: Invitee): string => email.normalize('NFKC');

/** Refuses with `user_exists`, `validation_failed`, `owner_protected` or `rights_exceeded`. */
export async function checkInvitee(ctx: Ctx, people: People, invitee: Invitee): Promise<MemberRights> {
  const rights = await checkRights(ctx, people, invitee);
  if (await isMemberEmail(ctx.tx, people.customerId, addressOf(invitee))) throw new Refusal('user_exists');
  return rights;
}

type Invitation = Readonly<{ invitee: Invitee; rights: MemberRights; invitedBy: string }>;

/** Returns the membership. */
export async function invitePerson(
  ctx: Ctx,
  tokenKey: Buffer,
  { customerId }: People,
  { invitee, rights, invitedBy }: Invitation,
): Promise<string> {
  const expiresAt = invitationEnd(ctx.now);
  const { id } = await inviteMember(ctx, { customerId, email: addressOf(invitee), invitedBy, expiresAt, rights });
  const { name, phone = null } = invitee;
  await sendInvitation(ctx, tokenKey, { membershipId: id, name, phone, expiresAt });
  return id;
}

/**
 * Needs no PIN, because nothing is given that a PIN had not confirmed. Refuses with `not_found`, `owner_protected`,
 * `rights_exceeded`, `invalid_transition` or `too_many_invitations`.
 */
export const resendInvitation =
  (tokenKey: Buffer): Verb<typeof contract.user.resend> =>
  async (ctx, { id }) => {
    const people = await lockPeople(ctx);
    const target = requireTarget(people, id);
    if (target.state !== 'invited') throw new Refusal('invalid_transition');
    requireGrantable(people.acting, rightsOf(target));
    const before = await findUser(ctx.tx, ctx.actor.customerId, id);
    const expiresAt = invitationEnd(ctx.now);
    await extendInvitation(ctx, id, { invitedBy: ctx.actor.userId, expiresAt });
    const { name, phone } = { name: before?.name ?? '', phone: before?.phone ?? null };
    await sendInvitation(ctx, tokenKey, { membershipId: id, name, phone, expiresAt });
    await audit(ctx, 'invitation.resent', `membership:${id}`);
    return viewUserById(ctx, people.customerId, readerOf(people), id);
  };
