import { randomUUID } from 'node:crypto';
import { emit } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { deriveConfirmCode } from './confirm-code.ts';
import { findUserByEmail } from './registration.read.ts';
import { insertRequest, lockRequest } from './registration.sql.ts';
import { registrationRequested } from './registration-events.ts';

/**
 * Sends the link of a registration again that was not confirmed, as a reminder: to an address that is known by now, the
 * e-mail that says so. The link before stops working, and what was entered is kept no longer than it was. Returns the id
 * of the new request.
 */
export async function renewRequest({ tx, now, ...ctx }: Ctx, confirmCodes: Buffer, id: string): Promise<string> {
  const before = await lockRequest(tx, id);
  if (!before) throw new Error(`registration ${id} is missing`);
  const { isExpired: _, expiresAt: __, ...entered } = before;
  const renewedId = randomUUID();
  await insertRequest(tx, {
    ...entered,
    id: renewedId,
    knownUserId: (await findUserByEmail(tx, before.email)) ?? null,
    tokenHash: hashToken(deriveConfirmCode(confirmCodes, renewedId)),
    voidedAt: null,
    reminders: before.reminders + 1,
    remindedAt: now,
  });
  await emit({ tx, ...ctx }, registrationRequested, { requestId: renewedId, isSilent: false });
  return renewedId;
}
