import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { updateFavourite } from './payee.sql.ts';
import { requireOwnPayee, requireOwnPayeeLocked } from './payee.ts';
import { toPayeeView } from './payee.view.ts';

/**
 * It changes nothing about where money goes, so there is no new version and approvals stay valid. Throws `not_found`.
 */
export const setPayeeFavourite: Verb<typeof contract.payee.setFavourite> = async (ctx, { uid, favourite }) => {
  const payee = await requireOwnPayeeLocked(ctx, uid);
  if (payee.favourite !== favourite) {
    await updateFavourite(ctx.tx, uid, favourite);
    await audit(ctx, favourite ? 'payee.favourite_added' : 'payee.favourite_removed', `payee:${uid}`);
  }
  return toPayeeView(ctx, await requireOwnPayee(ctx, uid));
};
