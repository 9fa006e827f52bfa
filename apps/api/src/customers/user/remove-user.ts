import type { contract } from '@larkmere/contract/contract';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { changeMembership } from '../customer/customer.ts';
import { endLink } from '../invitation/invitation.ts';
import { keepRulesSatisfiable } from './keep-rules-satisfiable.ts';
import { lockPeople, requireTarget, requireVersion } from './manage-members.ts';
import { describeChange } from './update-user.ts';
import { userStateChanged } from './user.ts';

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
  await keepRulesSatisfiable(ctx, async () => {
    await changeMembership(ctx, id, { state: 'removed', reason });
    await endLink(ctx.tx, id, 'cancelled');
  });
  const { user_id: userId } = target;
  if (userId) await emit(ctx, userStateChanged, { ...describeChange(ctx, id, userId), state: 'removed' });
  return null;
};
