import { randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Channel } from '@larkmere/contract/identity/channel';
import { message } from '@larkmere/messages/message';
import { findChannels, findProofChannel } from '../../identity/channel/channel.ts';
import { confirmPassword } from '../../identity/session/session.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { isPhoneNumber } from '../../platform/requests/phone-number.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Workflow } from '../../platform/requests/verb.ts';
import { countRecentChanges, insertPhoneChange } from './phone-change.sql.ts';
import { derivePhoneCode, hashPhoneCode, phoneChangeRequested } from './phone-change-codes.ts';

const maxChangesPerHour = 3;

/**
 * Refuses with `login_failed` or `login_locked` for the password, `phone_unchanged`, `channel_unavailable` or
 * `too_many_phone_changes`.
 */
export const requestPhoneChange =
  (codeKey: Buffer): Workflow<typeof contract.phoneChange.request> =>
  async (steps, { phone, password }) => {
    await confirmPassword(steps, password);
    return steps.transaction((ctx) => startPhoneChange(ctx, codeKey, steps.actor.userId, phone));
  };

type StartedChange = Readonly<{ channel: Channel; sentTo: string; expiresAt: string }>;

/**
 * Sends both codes; only the person can confirm. Refuses with `validation_failed`, `phone_unchanged` for the number that
 * is confirmed already, `channel_unavailable` or `too_many_phone_changes`.
 */
export async function startPhoneChange(
  ctx: Ctx,
  codeKey: Buffer,
  userId: string,
  newPhone: string,
): Promise<StartedChange> {
  if (!isPhoneNumber(newPhone))
    throw new Refusal('validation_failed', {
      errors: [{ field: 'phone', code: 'invalid', reason: message('phone_invalid') }],
    });
  const { phone } = await findChannels(ctx.tx, userId);
  if (phone?.address === newPhone && phone.isConfirmed) throw new Refusal('phone_unchanged');
  const own = await findProofChannel(ctx.tx, userId);
  if (!own) throw new Refusal('channel_unavailable');
  if ((await countRecentChanges(ctx.tx, userId)) >= maxChangesPerHour) throw new Refusal('too_many_phone_changes');
  const { channel, shown: sentTo } = own;
  const id = randomUUID();
  const hashOf = (side: 'own' | 'new') => hashPhoneCode(codeKey, id, side, derivePhoneCode(codeKey, id, side));
  const expires = await insertPhoneChange(ctx.tx, {
    id,
    userId,
    oldPhone: phone?.address ?? null,
    newPhone,
    channel,
    ownCodeHash: hashOf('own'),
    newCodeHash: hashOf('new'),
  });
  const expiresAt = expires.toISOString();
  await audit(ctx, 'phone_change.requested', `person:${userId}`);
  await emit(ctx, phoneChangeRequested, { requestId: id, userId, channel, expiresAt });
  return { channel, sentTo, expiresAt };
}
