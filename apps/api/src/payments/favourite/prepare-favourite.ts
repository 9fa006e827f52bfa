import type { contract } from '@larkmere/contract/contract';
import { requireAccountAction } from '../../customers/customer/customer.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { createKnownLookup } from '../member-transfer/member-transfer.ts';
import { requireOwnFavourite } from './favourite.ts';
import { toFavouriteView } from './favourite.view.ts';
import { compareTarget } from './favourite-target.ts';

/**
 * The payment itself is one like any other. It names the look-up or payee version of here, so it is refused if the name
 * or the payee changes after this.
 */
export const prepareFavourite: Verb<typeof contract.favourite.prepare> = async (ctx, { uid }) => {
  requireAccountAction(ctx.actor.accountStatus, 'send');
  const favourite = await requireOwnFavourite(ctx, uid);
  const target = await compareTarget(ctx, favourite);
  if (target.problem) throw new Refusal('favourite_not_payable', { reason: target.problem.reason });
  return {
    favourite: toFavouriteView({ favourite, target }),
    recipient: target.member && (await createKnownLookup(ctx, target.member)),
  };
};
