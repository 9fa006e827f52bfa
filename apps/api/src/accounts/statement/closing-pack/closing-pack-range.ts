import { Refusal } from '../../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../../platform/requests/verb.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import { type BankAccount, listOwnAccounts } from '../../bank-account/bank-account.ts';

export type PackRange = Readonly<{ accounts: readonly BankAccount[]; from: string; to: string }>;

/** All accounts since the first was opened. Refuses `access_denied` to all but owners, `not_found` without an account. */
export async function packRangeOf(ctx: CustomerCtx): Promise<PackRange> {
  if (ctx.actor.role !== 'owner') throw new Refusal('access_denied');
  const accounts = await listOwnAccounts(ctx);
  const [from] = accounts.map(({ openedAt }) => londonDay(openedAt)).toSorted();
  if (from === undefined) throw new Refusal('not_found');
  return { accounts, from, to: londonDay(ctx.now) };
}
