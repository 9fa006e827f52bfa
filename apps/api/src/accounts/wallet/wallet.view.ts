import type { WalletView } from '@larkmere/contract/accounts/wallet';
import type { Balance } from '@larkmere/ledger/balance';
import { balancesOf } from '@larkmere/ledger/balance';
import { formatAmount } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import type { Wallet } from './wallet.ts';

export const toWalletView = (
  { id, bankholderId, currency, name, status, isDefault }: Wallet,
  { balance, available }: Pick<Balance, 'balance' | 'available'>,
): WalletView => ({
  uid: id,
  bankholderid: bankholderId,
  currency,
  name,
  balance: formatAmount(balance),
  available: formatAmount(available),
  status,
  isDefault,
});

export async function viewWallet(tx: Tx, wallet: Wallet): Promise<WalletView> {
  const figures = (await balancesOf(tx, [wallet.ledgerAccountId])).get(wallet.ledgerAccountId);
  if (!figures) throw new RangeError(`no ledger account ${wallet.ledgerAccountId}`);
  return toWalletView(wallet, figures);
}
