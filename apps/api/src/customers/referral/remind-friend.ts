import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { renewRequest } from '../registration/registration.ts';
import { findInvitedFriend } from './referral.read.ts';
import { selectOffer } from './referral.sql.ts';
import { canRemind, maxReminders, toInvitedView } from './referral.view.ts';

/**
 * Sends a friend the link again that they asked for. Nobody who has not registered gets an e-mail. Refuses
 * `invalid_transition` for a third reminder and within three days.
 */
export const remindFriend =
  (confirmCodes: Buffer): Verb<typeof contract.referral.remind> =>
  async (ctx, { uid }) => {
    const { tx, actor, now } = ctx;
    // Two at once would send two e-mails.
    await acquireLocks(tx, [`referral.reminder:${actor.customerId}`]);
    const [friend, offer] = [await findInvitedFriend(tx, actor.customerId, uid), await selectOffer(tx)];
    if (!friend || !offer) throw new Refusal('not_found');
    if (!canRemind(friend, now)) {
      const isUsedUp = friend.reminders >= maxReminders;
      throw new Refusal('invalid_transition', {
        reason: message(isUsedUp ? 'referral_reminded_twice' : 'referral_reminded_lately'),
      });
    }
    const renewedId = await renewRequest(ctx, confirmCodes, uid);
    const renewed = await findInvitedFriend(tx, actor.customerId, renewedId);
    if (!renewed) throw new Error(`registration ${renewedId} is not the newest`);
    await audit(ctx, 'referral.reminded', `registration:${renewedId}`, { before: uid });
    return toInvitedView(renewed, offer, now);
  };
