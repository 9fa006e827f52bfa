import type { Currency } from '@larkmere/money/money';
import { listOwnAccounts } from '../../accounts/bank-account/bank-account.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, MemberCtx } from '../../platform/requests/verb.ts';
import { type Favourite, lockFavourites, selectFavourites } from './favourite.sql.ts';

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
