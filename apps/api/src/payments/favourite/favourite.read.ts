import type { contract } from '@larkmere/contract/contract';
import type { FavouriteView } from '@larkmere/contract/payments/favourite';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { listOwnAccounts } from '../../accounts/bank-account/bank-account.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, MemberCtx, Verb } from '../../platform/requests/verb.ts';
import { findPaidMembers } from '../member-transfer/member-transfer.ts';
import { type Favourite, lockFavourites, selectFavourites } from './favourite.sql.ts';
import { type Compared, compareTarget, compareTargets } from './favourite-target.ts';

export const maxFavourites = 50;

/** Whether this person may use an account in the currency, or will be able to: an owner opens a wallet for it. */
export async function currencyFilter(ctx: MemberCtx): Promise<(currency: Currency) => boolean> {
  if (ctx.actor.accounts === null) return () => true;
  const usable = new Set((await listOwnAccounts(ctx)).map(({ currency }) => currency));
  return (currency) => usable.has(currency);
}

/** Those of the customer that this person sees, in their order. */
export async function listOwnFavourites(ctx: CustomerCtx): Promise<Favourite[]> {
  const mayUse = await currencyFilter(ctx);
  return (await selectFavourites(ctx.tx, ctx.actor.customerId)).filter(({ currency }) => mayUse(currency));
}

/** Throws `not_found` for favourites of others and those that this person does not see. */
export async function requireOwnFavourite(ctx: CustomerCtx, id: string): Promise<Favourite> {
  const favourite = (await listOwnFavourites(ctx)).find((own) => own.id === id);
  if (!favourite) throw new Refusal('not_found');
  return favourite;
}

export async function requireOwnFavouriteLocked(ctx: CustomerCtx, id: string): Promise<Favourite> {
  await lockFavourites(ctx.tx, ctx.actor.customerId);
  return requireOwnFavourite(ctx, id);
}

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
