import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import type { Verb } from '../kernel/verb.ts';
import { updateFavourite } from './payee.sql.ts';
import { requireOwnPayee, requireOwnPayeeLocked } from './payee.ts';
import { viewOf } from './payee.view.ts';

/**
 * It changes nothing about where money goes, so there is no new version and approvals stay valid. Throws `not_found`.
 */
export const starPayee: Verb<typeof contract.payee.star> = async (ctx, { uid, favourite }) => {
  const payee = await requireOwnPayeeLocked(ctx, uid);
  if (payee.favourite !== favourite) {
    await updateFavourite(ctx.tx, uid, favourite);
    await audit(ctx, favourite ? 'payee.starred' : 'payee.unstarred', `payee:${uid}`);
  }
  return viewOf(ctx, await requireOwnPayee(ctx, uid));
};
