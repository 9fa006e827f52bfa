import { createHmac, hkdfSync } from 'node:crypto';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { voidResetLinks } from '../recovery/recovery.ts';
import { setOneTimePassword } from '../session/session.ts';

export const deriveOneTimePasswordKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere one-time passwords', 32));

const digits = '23456789';
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const lower = 'abcdefghijkmnpqrstuvwxyz';
const special = '!@#$%^&*()_+';
const any = digits + upper + lower;

/** A digit, an upper-case and a lower-case letter, a digit, eight of any and a special character (specification, section 5). */
const layout = [digits, upper, lower, digits, ...Array.from({ length: 8 }, () => any), special];

/**
 * The same for the same request of staff, so that the text message can derive it again and nothing stores it. Signs that
 * are easily confused are left out, because it is typed.
 */
export function deriveOneTimePassword(key: Buffer, request: string): string {
  const nextByte = byteStream(key, request);
  return layout.map((signs) => signs[pick(nextByte, signs.length)]).join('');
}

/** Bytes beyond the last whole multiple are dropped, so that every sign is equally likely. */
function pick(nextByte: () => number, count: number): number {
  const limit = 256 - (256 % count);
  for (;;) {
    const byte = nextByte();
    if (byte < limit) return byte % count;
  }
}

function byteStream(key: Buffer, request: string): () => number {
  let block = Buffer.alloc(0);
  let blocks = 0;
  let place = 0;
  return () => {
    if (place === block.length) {
      block = createHmac('sha256', key).update(`${request}:${blocks}`).digest();
      blocks += 1;
      place = 0;
    }
    const byte = block[place] ?? 0;
    place += 1;
    return byte;
  };
}

const validHours = 24;

type NewPassword = Readonly<{ userId: string; hash: string; key: string; reason: string }>;

export const oneTimePasswordRequest = (userId: string, key: string): string => `${userId}:${key}`;

/** The person gets it by text message and chooses an own one at the next login. Refuses with `invalid_transition`. */
export async function giveOneTimePassword(ctx: StaffCtx, { userId, hash, key, reason }: NewPassword): Promise<Date> {
  const until = new Date(ctx.now.getTime() + validHours * 3_600_000);
  await setOneTimePassword(ctx, { userId, hash, until, key });
  await voidResetLinks(ctx.tx, userId);
  await audit(ctx, 'password.one_time_set', `person:${userId}`, { reason });
  await emit(ctx, oneTimePasswordSet, {
    userId,
    request: oneTimePasswordRequest(userId, key),
    at: ctx.now.toISOString(),
    until: until.toISOString(),
  });
  return until;
}

export const oneTimePasswordSet = defineEvent<OneTimePasswordSet>('password.one_time_set');
/** `request`: what the text message derives the password from again. It is no secret without the key. */
export type OneTimePasswordSet = Readonly<{ userId: string; request: string; at: string; until: string }>;
