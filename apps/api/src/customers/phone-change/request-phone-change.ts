import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Channel } from '@larkmere/contract/identity/channel';
import { message } from '@larkmere/messages/message';
import { findChannels, findProofChannel } from '../../identity/channel/channel.ts';
import { confirmPassword, endOtherSessions } from '../../identity/session/session.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { isPhoneNumber } from '../../platform/requests/phone-number.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Workflow } from '../../platform/requests/verb.ts';
import { updatePhone } from '../customer/customer.ts';
import {
  countRecentChanges,
  countWrongTry,
  insertPhoneChange,
  lockOpenChange,
  type PhoneChange,
  useChange,
} from './phone-change.sql.ts';

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

type Codes = Readonly<{ ownCode: string; newCode: string }>;

/** Refuses with `phone_codes_wrong` in the same words for codes that are wrong, used, expired or of an ended request. */
export const confirmPhoneChange =
  (codeKey: Buffer): Workflow<typeof contract.phoneChange.confirm> =>
  async (steps, codes) => {
    const isChanged = await steps.transaction(async (ctx) => {
      const change = await lockOpenChange(ctx.tx, steps.actor.userId);
      if (!change) return false;
      // A reset since then may have come through the channel that the other code went to.
      const own = await findProofChannel(ctx.tx, change.userId);
      if (own?.channel === change.channel && areCodesRight(codeKey, change, codes)) {
        await changePhone(ctx, change);
        return true;
      }
      await countWrongTry(ctx.tx, change.id);
      return false;
    });
    if (!isChanged) throw new Refusal('phone_codes_wrong');
    return null;
  };

function areCodesRight(key: Buffer, { id, ownCodeHash, newCodeHash }: PhoneChange, codes: Codes): boolean {
  const isOwn = timingSafeEqual(hashPhoneCode(key, id, 'own', codes.ownCode), ownCodeHash);
  const isNew = timingSafeEqual(hashPhoneCode(key, id, 'new', codes.newCode), newCodeHash);
  return isOwn && isNew;
}

async function changePhone(ctx: CustomerCtx, { id: requestId, userId, newPhone }: PhoneChange): Promise<void> {
  await updatePhone(ctx.tx, userId, newPhone);
  await useChange(ctx.tx, requestId);
  await endOtherSessions(ctx, 'phone_changed');
  await audit(ctx, 'phone_change.confirmed', `person:${userId}`);
  await emit(ctx, phoneChanged, { requestId, userId, at: ctx.now.toISOString() });
}

export const phoneChangeRequested = defineEvent<PhoneChangeRequested>('phone_change.requested');
type PhoneChangeRequested = Readonly<{
  requestId: string;
  userId: string;
  channel: Channel;
  expiresAt: string;
}>;

export const phoneChanged = defineEvent<PhoneChanged>('phone_change.confirmed');
export type PhoneChanged = Readonly<{ requestId: string; userId: string; at: string }>;

/** `new`: to the new number. `own`: to a channel that is the person's already. */
type PhoneCodeSide = 'own' | 'new';

/** Neither the database nor the outbox holds a code: the message derives it again. */
export const derivePhoneCode = (key: Buffer, requestId: string, side: PhoneCodeSide): string => {
  const digest = createHmac('sha256', key).update(`${side}:${requestId}`).digest();
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0');
};

export const derivePhoneCodeKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere codes for a new phone number', 32));

/** Six digits are few, so their hash is keyed: who reads the table cannot try them all. */
const hashPhoneCode = (key: Buffer, requestId: string, side: PhoneCodeSide, code: string): Buffer =>
  createHmac('sha256', key).update(`hash:${side}:${requestId}:${code}`).digest();
