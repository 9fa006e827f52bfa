import { timingSafeEqual } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { findProofChannel } from '../../identity/channel/channel.ts';
import { endOtherSessions } from '../../identity/session/session.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Workflow } from '../../platform/requests/verb.ts';
import { updatePhone } from '../customer/customer.ts';
import { countWrongTry, lockOpenChange, type PhoneChange, useChange } from './phone-change.sql.ts';
import { hashPhoneCode, phoneChanged } from './phone-change-codes.ts';

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
