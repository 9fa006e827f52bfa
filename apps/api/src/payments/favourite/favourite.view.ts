import type { FavouriteView } from '@larkmere/contract/payments/favourite';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { formatAmount, money } from '@larkmere/money/money';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import type { Favourite } from './favourite.sql.ts';
import { listOwnFavourites, maxFavourites } from './favourite.ts';
import { type Compared, compareTarget, compareTargets } from './favourite-target.ts';

export function toFavouriteView({ favourite, target }: Compared): FavouriteView {
  const { id: uid, version, label, icon, currency, amountMinor, reference, position: order } = favourite;
  const { saved, problem } = target;
  return {
    uid,
    version,
    label,
    icon,
    currency,
    amount: amountMinor === null ? null : formatAmount(money(currency, amountMinor)),
    reference,
    order,
    target: {
      kind: saved.kind,
      name: target.name,
      account: target.account,
      payee: saved.kind === 'payee' ? { uid: saved.id, version: saved.version } : null,
      version: target.version,
    },
    problem: problem ? { kind: problem.kind, text: formatMessage(defaultLanguage, problem.reason) } : null,
    lastUsedAt: target.lastPaidAt?.toISOString() ?? null,
  };
}

export const viewFavourite = async (ctx: CustomerCtx, favourite: Favourite): Promise<FavouriteView> =>
  toFavouriteView({ favourite, target: await compareTarget(ctx, favourite) });

export async function viewFavourites(ctx: CustomerCtx): Promise<{ list: FavouriteView[]; max: number }> {
  const compared = await compareTargets(ctx, await listOwnFavourites(ctx));
  return { list: compared.map(toFavouriteView), max: maxFavourites };
}
