import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { lockFavourites, selectFavourites, updatePositions } from './favourite.sql.ts';
import { listOwnFavourites } from './favourite.ts';
import { viewFavourites } from './favourite.view.ts';

/** Those that the person does not see keep their places; the others share the rest in the wanted order. */
export const reorderFavourites: Verb<typeof contract.favourite.reorder> = async (ctx, { uids }) => {
  const { tx, actor } = ctx;
  await lockFavourites(tx, actor.customerId);
  const own = new Set((await listOwnFavourites(ctx)).map(({ id }) => id));
  if (uids.some((uid) => !own.has(uid))) throw new Refusal('not_found');
  if (uids.length !== own.size || new Set(uids).size !== own.size) throw new Refusal('favourite_changed');
  const wanted = uids.values();
  const all = (await selectFavourites(tx, actor.customerId)).map(({ id }) => (own.has(id) ? wanted.next().value : id));
  await updatePositions(
    tx,
    all.filter((id) => id !== undefined),
  );
  return viewFavourites(ctx);
};
