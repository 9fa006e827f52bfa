import type { contract } from '@larkmere/contract/contract';
import { startPinReset } from '../../identity/pin/pin.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectCustomersOf } from './person.read.ts';
import { requireHelpable } from './require-helpable.ts';

/** Refuses with `not_found` for a person who does not act for this customer, `invalid_transition` or `pin_not_resettable`. */
export const resetPin: Verb<typeof contract.person.resetPin> = async (ctx, { customerId, userId, reason }) => {
  const customers = await selectCustomersOf(ctx.tx, userId);
  if (!customers.some(({ uid, state }) => uid === customerId && state === 'active')) throw new Refusal('not_found');
  await requireHelpable(ctx, userId);
  await startPinReset(ctx, userId, reason);
  return null;
};
