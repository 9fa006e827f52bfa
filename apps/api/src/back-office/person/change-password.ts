import type { PasswordHelp } from '@larkmere/contract/back-office/person';
import type { contract } from '@larkmere/contract/contract';
import type { Channel } from '@larkmere/contract/identity/channel';
import { type Channels, findChannels } from '../../identity/channel/channel.ts';
import {
  deriveOneTimePassword,
  findOneTimePassword,
  giveOneTimePassword,
  oneTimePasswordRequest,
} from '../../identity/password/password.ts';
import { startRecoveryByStaff } from '../../identity/recovery/recovery.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffActor, StaffCtx, Workflow, WorkflowContext } from '../../platform/requests/verb.ts';
import { hashPassword } from '../../platform/security/password-hash.ts';
import type { HelpKeys } from './person.ts';
import { requireHelpable } from './require-helpable.ts';

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
