import type { contract } from '@larkmere/contract/contract';
import { lockPin, requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { lockPeople, requireTarget } from './manage-members.ts';
import { describeChange } from './update-user.ts';
import { hasOtherCustomers } from './user.read.ts';
import { userPinReset } from './user.ts';

/**
 * Refuses with `not_found`, `user_is_self`, `owner_protected`, `invalid_transition` for somebody who is not active,
 * `pin_not_resettable` if the PIN is used for another customer too, or was never chosen, and `authorisation_invalid`.
 */
export const resetUserPin: Verb<typeof contract.user.resetPin> = async (ctx, { id, authorisation, idempotency }) => {
  const { user_id: userId, state } = requireTarget(await lockPeople(ctx), id);
  if (state !== 'active' || !userId) throw new Refusal('invalid_transition');
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'user.resetpin',
    uid: id,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  const { customerId } = ctx.actor;
  const isShared = await hasOtherCustomers(ctx.tx, { userId, customerId });
  if (isShared || !(await lockPin(ctx.tx, userId))) throw new Refusal('pin_not_resettable');
  await audit(ctx, 'pin.reset_by_colleague', `person:${userId}`);
  await emit(ctx, userPinReset, describeChange(ctx, id, userId));
  return null;
};
