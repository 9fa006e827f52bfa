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
      'is_default as isDefault',
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
      is_default: wallet.isDefault,
      opened_at: openedAt,
    })
    .execute();
}

export const lockWallets = (tx: Tx, customerId: string) =>
  tx.selectFrom('wallet.wallet').select('id').where('customer_id', '=', customerId).forUpdate().execute();

type WalletChange = Partial<Pick<Wallet, 'name' | 'status' | 'isDefault'>>;

export async function updateWallet(tx: Tx, id: string, { name, status, isDefault }: WalletChange): Promise<void> {
  await tx.updateTable('wallet.wallet').set({ name, status, is_default: isDefault }).where('id', '=', id).execute();
}

export async function clearDefault(tx: Tx, customerId: string): Promise<void> {
  await tx
    .updateTable('wallet.wallet')
    .set({ is_default: false })
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .execute();
}
