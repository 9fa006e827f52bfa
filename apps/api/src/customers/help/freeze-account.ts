import type { contract } from '@larkmere/contract/contract';
import { canFreeze } from '@larkmere/contract/customers/help-rules';
import { requirePinAuthorisation, voidAuthorisations } from '../../identity/pin/pin.ts';
import { endOtherSessions } from '../../identity/session/session.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { changeAccountStatus } from '../customer/customer.ts';
import { viewFreeze } from './help.read.ts';

/**
 * Takes nothing but the session, because whoever needs it has no time. What was frozen already stays so, and the person
 * is logged out elsewhere all the same. Refuses with `access_denied`, and with `invalid_transition` unless the account is
 * active.
 */
export const freezeAccount: Verb<typeof contract.help.freeze> = async (ctx) => {
  const { tx, actor } = ctx;
  if (!canFreeze(actor.role, actor.access)) throw new Refusal('access_denied');
  if (!(await viewFreeze(ctx)).isFrozen)
    await changeAccountStatus(ctx, actor.customerId, { status: 'restricted', reasonCode: 'frozen_by_customer' });
  await endOtherSessions(ctx, 'account_frozen');
  await voidAuthorisations(tx, actor.userId);
  return viewFreeze(ctx);
};

/** Refuses with `authorisation_invalid`, and with `invalid_transition` unless the customer froze the account. */
export const unfreezeAccount: Verb<typeof contract.help.unfreeze> = async (ctx, { authorisation, idempotency }) => {
  if (!(await viewFreeze(ctx)).isFrozen) throw new Refusal('invalid_transition');
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'customer.unfreeze',
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  await changeAccountStatus(ctx, ctx.actor.customerId, { status: 'active', reasonCode: 'unfrozen_by_customer' });
  return viewFreeze(ctx);
};

export const showFreeze: Verb<typeof contract.help.showFreeze> = (ctx) => viewFreeze(ctx);
