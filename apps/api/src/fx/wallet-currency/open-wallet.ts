import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { sql } from 'kysely';
import { listWalletsOf, openWallet as open, reopenWallet, viewWallet } from '../../accounts/wallet/wallet.ts';
import type { Tx } from '../../platform/db/db.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { isWalletCurrency } from './list-active-currencies.ts';

/** Two windows that open the same currency follow one another. */
async function lockCustomerWallets(tx: Tx, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wallet:${customerId}`}, 0))`.execute(tx);
}

/** A member who may use certain accounts only could not see a new one, so they cannot open it. */
export const openWallet: Verb<typeof contract.wallet.open> = async (ctx, { currency, nickname }) => {
  const { tx, actor } = ctx;
  if (actor.userType !== 'wallet' || actor.accounts !== null) throw new Refusal('access_denied');
  await lockCustomerWallets(tx, actor.customerId);
  if (!(await isWalletCurrency(ctx, currency)))
    throw new Refusal('pair_unavailable', { reason: message('wallet_currency_unavailable', { currency }) });
  const earlier = (await listWalletsOf(tx, actor.customerId)).find((other) => other.currency === currency);
  if (earlier && earlier.status !== 'closed')
    throw new Refusal('wallet_exists', { reason: message('wallet_exists_in_currency', { currency }) });
  const name = nickname ?? currency;
  const wallet = earlier
    ? await reopenWallet(tx, earlier, name)
    : await open(tx, { customerId: actor.customerId, currency, name });
  await audit(ctx, 'wallet.opened', `wallet:${wallet.id}`, { currency });
  return viewWallet(tx, wallet);
};
