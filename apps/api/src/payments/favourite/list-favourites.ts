import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { findPaidMembers } from '../member-transfer/member-transfer.ts';
import { deleteFavourite, lockFavourites, selectFavourites, updatePositions } from './favourite.sql.ts';
import { listOwnFavourites, requireOwnFavouriteLocked } from './favourite.ts';
import { viewFavourites } from './favourite.view.ts';

export const listFavourites: Verb<typeof contract.favourite.list> = (ctx) => viewFavourites(ctx);

const maxResults = 100;

export const listMembers: Verb<typeof contract.favourite.listMembers> = async (ctx) => {
  const payable = (await findPaidMembers(ctx)).filter(({ canReceive }) => canReceive);
  return {
    list: payable.slice(0, maxResults).map(({ transferId: transferUid, name, currencies, lastPaidAt }) => ({
      transferUid,
      name,
      currencies,
      lastPaidAt: lastPaidAt.toISOString(),
    })),
  };
};

/** Those that the person does not see keep their places; the others share the rest in the wanted order. */
export const reorderFavourites: Verb<typeof contract.favourite.reorder> = async (ctx, { uids }) => {
  const { tx, actor } = ctx;
  await lockFavourites(tx, actor.customerId);
  const own = new Set((await listOwnFavourites(ctx)).map(({ id }) => id));
  if (uids.some((uid) => !own.has(uid))) throw new Refusal('not_found');
  if (uids.length !== own.size || new Set(uids).size !== own.size) throw new Refusal('favourite_changed');
  const order = uids.values();
  const all = (await selectFavourites(tx, actor.customerId)).map(({ id }) => (own.has(id) ? order.next().value : id));
  await updatePositions(
    tx,
    all.filter((id) => id !== undefined),
  );
  return viewFavourites(ctx);
};

export const removeFavourite: Verb<typeof contract.favourite.remove> = async (ctx, { uid }) => {
  const { id } = await requireOwnFavouriteLocked(ctx, uid);
  await deleteFavourite(ctx.tx, id);
  await audit(ctx, 'favourite.removed', `favourite:${id}`);
  return null;
};
