import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { Channel } from '@larkmere/contract/identity/channel';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { findProofChannel } from '../channel/channel.ts';
import type { Pepper } from './pepper.ts';
import { countCodes, countWrongCode, insertCode, lockOpenCode, useCode } from './pin-code.sql.ts';

export const pinCodeRequested = defineEvent<PinCodeRequested>('pin.code_requested');
export type PinCodeRequested = Readonly<{ codeId: string; userId: string; channel: Channel; expiresAt: string }>;

const maxCodesPerHour = 5;

export const derivePinCodeKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere codes for a new PIN', 32));

/** Neither the database nor the outbox holds the code: the message derives it again. */
export const derivePinCode = (key: Buffer, codeId: string): string =>
  String(createHmac('sha256', key).update(codeId).digest().readUInt32BE(0) % 1_000_000).padStart(6, '0');

/** Six digits are few, so their hash is keyed: who reads the table cannot try them all. */
const hashCode = (key: Buffer, codeId: string, code: string): Buffer =>
  createHmac('sha256', key).update(`hash:${codeId}:${code}`).digest();

/** Refuses with `channel_unavailable` or `too_many_codes`. */
export const sendPinCode =
  (pepper: Pepper): Verb<typeof contract.pin.sendCode> =>
  async (ctx) => {
    const { userId } = ctx.actor;
    const key = derivePinCodeKey(pepper.key);
    const target = await findProofChannel(ctx.tx, userId);
    if (!target) throw new Refusal('channel_unavailable');
    if ((await countCodes(ctx.tx, userId)) >= maxCodesPerHour) throw new Refusal('too_many_codes');
    const { channel, shown: sentTo } = target;
    const id = randomUUID();
    const codeHash = hashCode(key, id, derivePinCode(key, id));
    const expiresAt = (await insertCode(ctx.tx, { id, userId, channel, codeHash })).toISOString();
    await audit(ctx, 'pin.code_requested', `person:${userId}`, { channel });
    await emit(ctx, pinCodeRequested, { codeId: id, userId, channel, expiresAt });
    return { channel, sentTo, expiresAt };
  };

/** Whether the code is right; a wrong one counts. A right one is used up by `consumePinCode`. */
export async function checkPinCode(ctx: CustomerCtx, pepper: Pepper, code: string): Promise<string | undefined> {
  const open = await lockOpenCode(ctx.tx, ctx.actor.userId);
  // A code is worth nothing once it would no longer go to where this one went.
  const target = await findProofChannel(ctx.tx, ctx.actor.userId);
  if (!open || open.channel !== target?.channel) return undefined;
  const isRight = timingSafeEqual(hashCode(derivePinCodeKey(pepper.key), open.id, code), open.codeHash);
  if (isRight) return open.id;
  await countWrongCode(ctx.tx, open.id);
  return undefined;
}

/** False if the code was used or ended meanwhile. */
export const consumePinCode = (ctx: CustomerCtx, codeId: string): Promise<boolean> => useCode(ctx.tx, codeId);
