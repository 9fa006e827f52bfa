import type { Tx } from '../../platform/db/db.ts';
import type { Wallet } from './wallet.ts';

export const selectWallets = (tx: Tx, customerId: string) =>
  tx
    .selectFrom('wallet.wallet')
    .select([
      'id',
      'customer_id as customerId',
      'bankholder_id as bankholderId',
      'currency',
      'name',
      'ledger_account_id as ledgerAccountId',
      'status',
    ])
    .where('customer_id', '=', customerId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute();

export async function insertWallet(tx: Tx, wallet: Omit<Wallet, 'status'>, openedAt: Date | undefined): Promise<void> {
  await tx
    .insertInto('wallet.wallet')
    .values({
      id: wallet.id,
      customer_id: wallet.customerId,
      bankholder_id: wallet.bankholderId,
      currency: wallet.currency,
      name: wallet.name,
      ledger_account_id: wallet.ledgerAccountId,
      opened_at: openedAt,
    })
    .execute();
}

export async function updateWalletStatus(tx: Tx, id: string, status: Wallet['status']): Promise<void> {
  await tx.updateTable('wallet.wallet').set({ status }).where('id', '=', id).execute();
}
