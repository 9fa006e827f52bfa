import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { findClaim } from './claim.sql.ts';
import { findStaffName } from './review.read.ts';

/** Refuses `review_claimed` while a colleague has the payment. One that nobody has is open to all who may decide. */
export async function requireOwnClaim({ tx, actor }: StaffCtx, paymentId: string): Promise<void> {
  const claim = await findClaim(tx, paymentId);
  if (!claim || claim.staffId === actor.staffId) return;
  const [name, until] = [await findStaffName(tx, claim.staffId), claim.expiresAt];
  throw new Refusal('review_claimed', { reason: message('review_claimed_until', { name, until }) });
}
