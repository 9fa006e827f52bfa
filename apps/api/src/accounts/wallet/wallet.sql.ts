import type { Tx } from '../../platform/db/db.ts';
import type { Wallet } from './wallet.ts';

export const selectWallets = (tx: Tx, customerId: string) =>
  tx
    .selectFrom('wallet.wallet')
    .select(['id', 'customerId', 'bankholderId', 'currency', 'name', 'ledgerAccountId', 'status', 'isDefault'])
    .where('customerId', '=', customerId)
    .orderBy('openedAt')
    .orderBy('id')
    .execute();

export async function insertWallet(tx: Tx, wallet: Omit<Wallet, 'status'>, openedAt: Date | undefined): Promise<void> {
  await tx
    .insertInto('wallet.wallet')
    .values({
      id: wallet.id,
      customerId: wallet.customerId,
      bankholderId: wallet.bankholderId,
      currency: wallet.currency,
      name: wallet.name,
      ledgerAccountId: wallet.ledgerAccountId,
      isDefault: wallet.isDefault,
      openedAt,
    })
    .execute();
}

export const lockWallets = (tx: Tx, customerId: string) =>
  tx.selectFrom('wallet.wallet').select('id').where('customerId', '=', customerId).forUpdate().execute();

type WalletChange = Partial<Pick<Wallet, 'name' | 'status' | 'isDefault'>>;

export async function updateWallet(tx: Tx, id: string, { name, status, isDefault }: WalletChange): Promise<void> {
  await tx.updateTable('wallet.wallet').set({ name, status, isDefault }).where('id', '=', id).execute();
}

export async function clearDefault(tx: Tx, customerId: string): Promise<void> {
  await tx
    .updateTable('wallet.wallet')
    .set({ isDefault: false })
    .where('customerId', '=', customerId)
    .where('isDefault', '=', true)
    .execute();
}
