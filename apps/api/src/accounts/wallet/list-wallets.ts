import type { contract } from '@larkmere/contract/contract';
import { balancesOf } from '@larkmere/ledger/balance';
import { formatAmount } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { listOwnWallets } from './wallet.ts';

export const listWallets: Verb<typeof contract.wallet.list> = async (ctx) => {
  const wallets = (await listOwnWallets(ctx)).filter(({ status }) => status !== 'closed');
  const ledgerIds = wallets.map(({ ledgerAccountId }) => ledgerAccountId);
  const balances = await balancesOf(ctx.tx, ledgerIds);
  return wallets.map(({ id: uid, bankholderId: bankholderid, currency, name, status, ledgerAccountId }) => {
    const figures = balances.get(ledgerAccountId);
    if (!figures) throw new RangeError(`no ledger account ${ledgerAccountId}`);
    const { balance, available } = {
      balance: formatAmount(figures.balance),
      available: formatAmount(figures.available),
    };
    return { uid, bankholderid, currency, name, balance, available, status };
  });
};
