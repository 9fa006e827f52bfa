import type { PasswordHelp } from '@larkmere/contract/back-office/person';
import type { contract } from '@larkmere/contract/contract';
import type { Channel } from '@larkmere/contract/identity/channel';
import { message } from '@larkmere/messages/message';
import {
  approveRecovery,
  listRecoveriesForStaff,
  lockOpenRecovery,
  prepareRecovery,
  refuseRecovery,
  viewRecoveryForStaff,
  withdrawRecovery,
} from '../../customers/contact-recovery/contact-recovery.ts';
import { startEmailChange } from '../../customers/email-change/email-change.ts';
import { startPhoneChange } from '../../customers/phone-change/phone-change.ts';
import { type Channels, findChannels } from '../../identity/channel/channel.ts';
import {
  deriveOneTimePassword,
  findOneTimePassword,
  giveOneTimePassword,
  oneTimePasswordRequest,
} from '../../identity/password/password.ts';
import { startPinReset } from '../../identity/pin/pin.ts';
import { startRecoveryByStaff } from '../../identity/recovery/recovery.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffActor, StaffCtx, Verb, Workflow, WorkflowContext } from '../../platform/requests/verb.ts';
import { hashPassword } from '../../platform/security/password-hash.ts';
import { selectCustomersOf, viewPerson } from './person.read.ts';
import type { HelpKeys } from './person.ts';

type Change = Readonly<{
  channel: Channel;
  /** Of the request: a repeated one gets the same answer. */
  key: string;
  reason: string;
  /** Checks the person, and returns them, in each transaction. */
  find: (ctx: StaffCtx) => Promise<string>;
  afterwards?: (ctx: StaffCtx) => Promise<void>;
}>;

/**
 * Ends the password and sends the way to a new one to the person, never to staff. Refuses with what `find` refuses, with
 * `channel_unavailable`, and with `invalid_transition` for a person without a password.
 */
export const changePasswordOf = (
  steps: WorkflowContext<StaffActor>,
  keys: HelpKeys,
  change: Change,
): Promise<PasswordHelp> =>
  change.channel === 'email' ? mailLink(steps, keys, change) : textPassword(steps, keys, change);

const mailLink = (
  steps: WorkflowContext<StaffActor>,
  { resetTokens }: HelpKeys,
  { key, reason, find, afterwards }: Change,
): Promise<PasswordHelp> =>
  steps.transaction(async (ctx) => {
    const userId = await find(ctx);
    const { expiresAt, isNew } = await startRecoveryByStaff(ctx, resetTokens, { userId, key, reason });
    if (isNew) await afterwards?.(ctx);
    const { email } = await findChannels(ctx.tx, userId);
    return { channel: 'email', sentTo: email.shown, expiresAt: expiresAt.toISOString() };
  });

async function textPassword(
  steps: WorkflowContext<StaffActor>,
  { oneTimePasswords }: HelpKeys,
  { key, reason, find, afterwards }: Change,
): Promise<PasswordHelp> {
  const { userId, phone, givenUntil } = await steps.transaction(async (ctx) => {
    const found = await find(ctx);
    return {
      userId: found,
      phone: requirePhone(await findChannels(ctx.tx, found)),
      givenUntil: await findOneTimePassword(ctx.tx, found, key),
    };
  });
  const answer = (until: Date): PasswordHelp => ({ channel: 'phone', sentTo: phone, expiresAt: until.toISOString() });
  if (givenUntil) return answer(givenUntil);
  const hash = await hashPassword(deriveOneTimePassword(oneTimePasswords, oneTimePasswordRequest(userId, key)));
  const until = await steps.transaction(async (ctx) => {
    await find(ctx);
    requirePhone(await findChannels(ctx.tx, userId));
    const given = await giveOneTimePassword(ctx, { userId, hash, key, reason });
    await afterwards?.(ctx);
    return given;
  });
  return answer(until);
}

function requirePhone({ phone }: Channels): string {
  if (!phone?.isConfirmed || !phone.isSettled) throw new Refusal('channel_unavailable');
  return phone.shown;
}

/** Refuses with `not_found`, `invalid_transition` or `channel_unavailable`. */
export const changePassword =
  (keys: HelpKeys): Workflow<typeof contract.person.changePassword> =>
  (steps, { id, channel, reason, idempotency: key }) =>
    changePasswordOf(steps, keys, {
      channel,
      key,
      reason,
      find: async (ctx) => {
        await requireHelpable(ctx, id);
        return id;
      },
    });

/** Refuses with `not_found` for a person who does not act for this customer, `invalid_transition` or `pin_not_resettable`. */
export const resetPin: Verb<typeof contract.person.resetPin> = async (ctx, { customerId, userId, reason }) => {
  const customers = await selectCustomersOf(ctx.tx, userId);
  if (!customers.some(({ uid, state }) => uid === customerId && state === 'active')) throw new Refusal('not_found');
  await requireHelpable(ctx, userId);
  await startPinReset(ctx, userId, reason);
  return null;
};

/**
 * Staff only start a change: the person confirms it. Refuses with `not_found`, `invalid_transition`,
 * `validation_failed`, and with what the changes refuse.
 */
export const correctPerson =
  ({ emailCodes, phoneCodes }: HelpKeys): Verb<typeof contract.person.correct> =>
  async (ctx, { id, phone, email, reason }) => {
    if (phone === undefined && email === undefined)
      throw new Refusal('validation_failed', {
        errors: [{ field: 'phone', code: 'required', reason: message('person_nothing_to_correct') }],
      });
    await requireHelpable(ctx, id);
    if (phone !== undefined) {
      await startPhoneChange(ctx, phoneCodes, id, phone);
      await audit(ctx, 'person.phone_change_started', `person:${id}`, { reason });
    }
    if (email !== undefined) {
      await startEmailChange(ctx, emailCodes, id, email);
      await audit(ctx, 'person.email_change_started', `person:${id}`, { reason });
    }
    return viewPerson(ctx, id);
  };

const blocked = new Set(['suspended', 'locked']);

/**
 * Nobody gets new credentials while an account of theirs is suspended or locked. Refuses with `not_found` for a person
 * who acts for no customer, and with `invalid_transition`.
 */
export async function requireHelpable({ tx }: StaffCtx, userId: string): Promise<void> {
  const customers = (await selectCustomersOf(tx, userId)).filter(({ state }) => state === 'active');
  if (customers.length === 0) throw new Refusal('not_found');
  if (customers.some(({ status }) => blocked.has(status)))
    throw new Refusal('invalid_transition', { reason: message('help_person_blocked') });
}

/** Refuses with `not_found`. */
export const listContactRecoveries: Verb<typeof contract.personContactRecovery.list> = async (ctx, { id }) => ({
  list: await listRecoveriesForStaff(ctx, id),
});

/** Refuses with `not_found`, `invalid_transition`, and with what the preparation refuses. */
export const prepareContactRecovery =
  ({ contactRecovery }: HelpKeys): Verb<typeof contract.personContactRecovery.prepare> =>
  async (ctx, { id: userId, email, phone, reason }) => {
    await requireHelpable(ctx, userId);
    const { id } = await prepareRecovery(ctx, contactRecovery, { userId, email, phone, reason });
    return viewRecoveryForStaff(ctx, id);
  };

/** Refuses with `not_found`, `invalid_transition` or `approver_conflict`. */
export const approveContactRecovery: Verb<typeof contract.personContactRecovery.approve> = async (ctx, input) => {
  const { userId } = await lockOpenRecovery(ctx, input.uid);
  await requireHelpable(ctx, userId);
  await approveRecovery(ctx, input);
  return viewRecoveryForStaff(ctx, input.uid);
};

export const refuseContactRecovery: Verb<typeof contract.personContactRecovery.refuse> = async (ctx, input) => {
  await refuseRecovery(ctx, input);
  return viewRecoveryForStaff(ctx, input.uid);
};

export const withdrawContactRecovery: Verb<typeof contract.personContactRecovery.withdraw> = async (ctx, input) => {
  await withdrawRecovery(ctx, input);
  return viewRecoveryForStaff(ctx, input.uid);
};
