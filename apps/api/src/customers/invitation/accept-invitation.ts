import { randomInt } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { requireStrongPassword } from '../../identity/recovery/recovery.ts';
import {
  admitRecoveryAttempt,
  forgetRecoveryAttempt,
  replacePassword,
  type SignInSecrets,
  setFirstPassword,
} from '../../identity/session/session.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, PublicActor, Verb, Workflow } from '../../platform/requests/verb.ts';
import { hashPassword } from '../../platform/security/password-hash.ts';
import { hashToken } from '../../platform/security/token.ts';
import { acceptTermsIfCurrent } from '../agreement/agreement.ts';
import { changeMembership, createPerson, findEmail, joinByInvitation, lockMembers } from '../customer/customer.ts';
import { findInvitation, findPersonByEmail, type Invitation } from './invitation.read.ts';
import { endLink } from './invitation.sql.ts';
import { invitationAnswered } from './invitation.ts';

/** Refuses with `invitation_invalid`, `invitation_for_other_address`, and `user_exists` for a member. */
export const acceptInvitation: Verb<typeof contract.invitation.accept> = async (ctx, { token }) => {
  const { userId } = ctx.actor;
  const invitation = await lockInvitation(ctx, hashToken(token));
  if (!invitation) return { state: 'already' };
  const email = await findEmail(ctx.tx, userId);
  if (email.toLowerCase() !== invitation.email.toLowerCase()) throw new Refusal('invitation_for_other_address');
  await join(ctx, invitation, userId);
  return { state: 'accepted' };
};

export async function join(ctx: Ctx, invitation: Invitation, userId: string): Promise<void> {
  const { membershipId, customerId, inviterId } = invitation;
  const { id } = await joinByInvitation(ctx, membershipId, userId);
  await endLink(ctx.tx, membershipId, 'accepted');
  await audit(ctx, 'invitation.accepted', `membership:${id}`, { person: userId });
  await emit(ctx, invitationAnswered, { membershipId: id, customerId, inviterId, answer: 'accepted' });
}

/** Whoever joins may correct how their name is written, but is the person who was invited. routes.ts passes it in. */
export type IsOtherName = (invited: string, name: string) => boolean;

type NewLogin = Readonly<{ name: string; hash: string }>;

/**
 * Refuses with `invitation_invalid` in the same words for a link that is unknown, ended or expired, and for an address
 * whose owner can log in, who has to accept after that.
 */
export const acceptAsNew =
  (secrets: SignInSecrets, isOtherName: IsOtherName): Workflow<typeof contract.invitation.acceptAsNew> =>
  async (steps, { token, name, password, acceptTermsVersion: termsVersion, captcha }) => {
    const tokenHash = hashToken(token);
    const attempt = { name: `invitation ${tokenHash.toString('hex')}`, captcha };
    const found = await admitRecoveryAttempt(steps, secrets, attempt, async (ctx, _name, subject) => {
      const invitation = await findInvitation(ctx.tx, tokenHash);
      if (invitation) await forgetRecoveryAttempt(ctx.tx, subject);
      return invitation;
    });
    if (!found) throw new Refusal('invitation_invalid');
    await requireStrongPassword(password, [...name.split(' '), found.email.split('@', 1)[0] ?? '']);
    const hash = await hashPassword(password);
    return steps.transaction(async (ctx) => {
      const invitation = await lockInvitation(ctx, tokenHash);
      if (!invitation) return { state: 'already' };
      if (isOtherName(invitation.name, name)) throw otherName(invitation.name);
      const userId = await createLogin(ctx, invitation, { name, hash });
      if (termsVersion !== undefined) await acceptTermsIfCurrent(ctx.tx, userId, termsVersion);
      await join(ctx, invitation, userId);
      return { state: 'accepted' };
    });
  };

function otherName(invited: string): Refusal {
  const reason = message('invitation_name_differs', { name: invited });
  return new Refusal('validation_failed', { errors: [{ field: 'name', code: 'invalid', reason }] });
}

/** A person who left every customer cannot log in, so the mailbox gives them a new password, as after a reset. */
async function createLogin(
  ctx: Ctx<PublicActor>,
  { email, phone }: Invitation,
  { name, hash }: NewLogin,
): Promise<string> {
  const known = await findPersonByEmail(ctx.tx, email);
  if (known?.canLogIn) throw new Refusal('invitation_invalid');
  if (known) {
    await replacePassword(ctx, { userId: known.id, hash, resetChannel: 'email' });
    return known.id;
  }
  const username = `lm${randomInt(10_000_000, 99_999_999)}`;
  const userId = await createPerson(ctx.tx, { username, email, name, ...(phone && { phone, isPhoneOwn: false }) });
  await setFirstPassword(ctx.tx, userId, hash);
  return userId;
}

/** Refuses with `invitation_invalid`. */
export const declineInvitation: Verb<typeof contract.invitation.decline> = async (ctx, { token }) => {
  const invitation = await lockInvitation(ctx, hashToken(token));
  if (!invitation) throw new Refusal('invitation_invalid');
  const { membershipId, customerId, inviterId } = invitation;
  await changeMembership(ctx, membershipId, { state: 'removed', reason: 'declined' });
  await endLink(ctx.tx, membershipId, 'declined');
  await audit(ctx, 'invitation.declined', `membership:${membershipId}`);
  await emit(ctx, invitationAnswered, { membershipId, customerId, inviterId, answer: 'declined' });
  return null;
};

export const showInvitation: Verb<typeof contract.invitation.show> = async ({ tx }, { token }) => {
  const found = await findInvitation(tx, hashToken(token));
  if (!found?.isOpen) return null;
  const { invitedBy, customerName: customer, role, name, email, expiresAt } = found;
  return { invitedBy, customer, role, name, email, expiresAt: expiresAt.toISOString() };
};

/**
 * Locks the members of the customer like every change of people, so that of two uses one comes first. Undefined if the
 * link was used to accept before. Refuses with `invitation_invalid`.
 */
async function lockInvitation({ tx }: Ctx, tokenHash: Buffer): Promise<Invitation | undefined> {
  const found = await findInvitation(tx, tokenHash);
  if (!found) throw new Refusal('invitation_invalid');
  await lockMembers(tx, found.customerId);
  const invitation = await findInvitation(tx, tokenHash);
  if (invitation?.endedBy === 'accepted') return undefined;
  if (!invitation?.isOpen) throw new Refusal('invitation_invalid');
  return invitation;
}
