import type { WalletBlocker } from '@larkmere/contract/accounts/wallet';
import type { contract } from '@larkmere/contract/contract';
import { balancesOf } from '@larkmere/ledger/balance';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { listOwnWallets, toWalletView, type Wallet } from './wallet.ts';

/** What keeps the wallet from being closed, what the customer can settle first. */
export async function findBlockers(
  tx: Tx,
  { bankholderId, ledgerAccountId }: Pick<Wallet, 'bankholderId' | 'ledgerAccountId'>,
): Promise<WalletBlocker[]> {
  const { rows } = await sql<{ blocker: WalletBlocker }>`
    with own as (select id, card_last4 from bank_account.account where bankholder_id = ${bankholderId})
    select blocker from (
      select 1 as place, 'money' as blocker from ledger.account
        where id = ${ledgerAccountId} and credits_posted <> debits_posted
      union all select 2, 'reserved' from ledger.account
        where id = ${ledgerAccountId} and (debits_pending <> 0 or credits_pending <> 0)
      union all select 3, 'payments' from payment.payment p join own on own.id = p.account_id
        where p.state not in ('draft', 'completed', 'returned', 'rejected', 'failed', 'cancelled', 'expired')
      union all select 4, 'standing_orders' from standing_order.standing_order
        where ${bankholderId} in (source_bankholder_id, top_up_bankholder_id) and state not in ('completed', 'cancelled')
      union all select 5, 'exchange_orders' from auto_fx.auto_order
        where ${bankholderId} in (source_bankholder_id, target_bankholder_id)
          and state not in ('filled', 'expired', 'cancelled', 'failed_final')
      union all select 5, 'exchange_orders' from manual_fx.deal
        where ${bankholderId} in (source_bankholder_id, target_bankholder_id)
          and state not in ('settled', 'declined', 'expired', 'withdrawn', 'unable')
      union all select 5, 'exchange_orders' from fx.pending_conversion
        where ${bankholderId} in (source_bankholder_id, target_bankholder_id) and state = 'awaiting_approval'
      union all select 6, 'card' from own where card_last4 is not null
    ) found group by place, blocker order by place`.execute(tx);
  return rows.map(({ blocker }) => blocker);
}

/** Wallets are read with their balances, so none without the right to statements. */
export const listWallets: Verb<typeof contract.wallet.list> = async (ctx) => {
  if (!ctx.actor.access.has('statement')) return [];
  const wallets = (await listOwnWallets(ctx)).filter(({ status }) => status !== 'closed');
  const ledgerIds = wallets.map(({ ledgerAccountId }) => ledgerAccountId);
  const balances = await balancesOf(ctx.tx, ledgerIds);
  return wallets.map((wallet) => {
    const figures = balances.get(wallet.ledgerAccountId);
    if (!figures) throw new RangeError(`no ledger account ${wallet.ledgerAccountId}`);
    return toWalletView(wallet, figures);
  });
};
