import type { contract } from '@larkmere/contract/contract';
import { balancesOf } from '@larkmere/ledger/balance';
import type { Verb } from '../../platform/requests/verb.ts';
import { listOwnWallets } from './wallet.ts';
import { toWalletView } from './wallet.view.ts';

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
