import type { contract } from '@larkmere/contract/contract';
import { lockPin, requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import type { Membership } from '../customer/customer.ts';
import { lockPeople, requireTarget } from './manage-members.ts';
import { describeChange } from './update-user.ts';
import { hasOtherCustomers } from './user.read.ts';
import { userPinReset } from './user-events.ts';

/**
 * Refuses with `not_found`, `user_is_self`, `owner_protected`, `invalid_transition` for a person who is not active,
 * `pin_not_resettable` if the PIN is used for another customer too, or was never chosen, and `authorisation_invalid`.
 */
export const resetUserPin: Verb<typeof contract.user.resetPin> = async (ctx, { id, authorisation, idempotency }) => {
  const people = await lockPeople(ctx);
  const userId = requireActive(requireTarget(people, id));
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'user.resetpin',
    uid: id,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  const { customerId } = people;
  const isShared = await hasOtherCustomers(ctx.tx, { userId, customerId });
  if (isShared || !(await lockPin(ctx.tx, userId))) throw new Refusal('pin_not_resettable');
  await audit(ctx, 'pin.reset_by_colleague', `person:${userId}`);
  await emit(ctx, userPinReset, describeChange(ctx, people, id, userId));
  return null;
};

/** Refuses with `invalid_transition`. */
export function requireActive({ userId, state }: Membership): string {
  if (state !== 'active' || !userId) throw new Refusal('invalid_transition');
  return userId;
}
