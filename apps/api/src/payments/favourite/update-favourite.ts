import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { updateFavourite as update } from './favourite.sql.ts';
import { requireOwnFavouriteLocked } from './favourite.ts';
import { toFavouriteView } from './favourite.view.ts';
import { compareTarget } from './favourite-target.ts';
import { readFields } from './fields.ts';

/** Confirms the target only if it still is what the user saw. Throws `favourite_changed`, `favourite_not_payable`. */
export const updateFavourite: Verb<typeof contract.favourite.update> = async (ctx, changes) => {
  const { uid, version, label, icon, targetVersion } = changes;
  const before = await requireOwnFavouriteLocked(ctx, uid);
  if (before.version !== version) throw new Refusal('favourite_changed');
  const target = await compareTarget(ctx, before);
  const confirms = targetVersion !== undefined;
  if (confirms && target.version !== targetVersion) throw new Refusal('favourite_changed');
  if (confirms && target.problem && target.problem.kind !== 'changed')
    throw new Refusal('favourite_not_payable', { reason: target.problem.reason });
  const favourite = {
    ...before,
    version: version + 1,
    label,
    icon,
    ...readFields(changes, before),
    ...(confirms && { target: target.saved, targetSavedAt: ctx.now }),
  };
  await update(ctx.tx, favourite);
  await audit(ctx, 'favourite.updated', `favourite:${uid}`, { targetConfirmed: confirms });
  return toFavouriteView({ favourite, target: await compareTarget(ctx, favourite) });
};
