import type { contract } from '@larkmere/contract/contract';
import type { UserReason } from '@larkmere/contract/customers/user';
import type { z } from 'zod';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { changeMembership, type Membership } from '../customer/customer.ts';
import { endLink } from '../invitation/invitation.ts';
import { keepRulesSatisfiable } from './keep-rules-satisfiable.ts';
import { lockPeople, type People, requireTarget, requireVersion } from './manage-members.ts';
import { describeChange } from './update-user.ts';
import { userStateChanged } from './user-events.ts';

/**
 * Also cancels an invitation. Refuses with `not_found`, `user_is_self`, `owner_protected`, `user_changed`, `last_owner`,
 * `rule_unsatisfiable` or `authorisation_invalid`.
 */
export const removeUser: Verb<typeof contract.user.remove> = async (
  ctx,
  { id, version, reason, authorisation, idempotency },
) => {
  const people = await lockPeople(ctx);
  const target = requireTarget(people, id);
  requireVersion(target, version);
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'user.remove',
    uid: id,
    version,
    reason,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  await removePerson(ctx, people, target, reason);
  return null;
};

/** Refuses with `last_owner` or `rule_unsatisfiable`. */
export async function removePerson(
  ctx: Ctx,
  people: People,
  { id, userId }: Membership,
  reason: z.infer<typeof UserReason>,
): Promise<void> {
  await keepRulesSatisfiable(ctx, people.customerId, async () => {
    await changeMembership(ctx, id, { state: 'removed', reason });
    await endLink(ctx.tx, id, 'cancelled');
  });
  if (userId) await emit(ctx, userStateChanged, { ...describeChange(ctx, people, id, userId), state: 'removed' });
}
