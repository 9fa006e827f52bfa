import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import type { Verb } from '../kernel/verb.ts';
import { updateFavourite } from './payee.sql.ts';
import { requireOwnPayee, requireOwnPayeeLocked } from './payee.ts';
import { viewOf } from './payee.view.ts';

/**
 * Puts a payee among the favourites, which come first in every list, or takes it from them. It says nothing of whom it
 * pays, so it makes no version and voids no approval; a second time changes nothing. Throws `not_found`.
 */
export const starPayee: Verb<typeof contract.payee.star> = async (ctx, { uid, favourite }) => {
  const payee = await requireOwnPayeeLocked(ctx, uid);
  if (payee.favourite !== favourite) {
    await updateFavourite(ctx.tx, uid, favourite);
    await audit(ctx, favourite ? 'payee.starred' : 'payee.unstarred', `payee:${uid}`);
  }
  return viewOf(ctx, await requireOwnPayee(ctx, uid));
};
