import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { deleteFavourite } from './favourite.sql.ts';
import { requireOwnFavouriteLocked } from './favourite.ts';

export const removeFavourite: Verb<typeof contract.favourite.remove> = async (ctx, { uid }) => {
  const { id } = await requireOwnFavouriteLocked(ctx, uid);
  await deleteFavourite(ctx.tx, id);
  await audit(ctx, 'favourite.removed', `favourite:${id}`);
  return null;
};
