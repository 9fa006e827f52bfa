import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { BankAccount, NewBankAccount } from './bank-account.ts';

export type AccountRow = NonNullable<Awaited<ReturnType<typeof selectAccount>>>;

const accounts = (tx: Tx) =>
  tx
    .selectFrom('bank_account.account')
    .select([
      'id',
      'customer_id as customerId',
      'bankholder_id as bankholderId',
      'cardholder_id as cardholderId',
      'holder',
      'currency',
      'ledger_account_id as ledgerAccountId',
      'status',
      'vendor_type as vendorType',
      'account_number as accountNumber',
      'sort_code as sortCode',
      'iban',
      'bic',
      'correspondent',
      'sepa_reference as sepaReference',
      'card_last4 as cardLast4',
      'opened_at as openedAt',
    ]);

export const selectAccount = batchLoader('reads', async (tx, bankholderIds: readonly string[]) => {
  const rows = await accounts(tx).where('bankholder_id', '=', sql<string>`any(${bankholderIds}::text[])`).execute();
  return bankholderIds.map((id) => rows.find((row) => row.bankholderId === id));
});

export async function closeAccountsOf(tx: Tx, customerId: string): Promise<void> {
  await tx
    .updateTable('bank_account.account')
    .set({ status: 'closed' })
    .where('customer_id', '=', customerId)
    .execute();
}

export const selectAccountById = (tx: Tx, id: string) => accounts(tx).where('id', '=', id).executeTakeFirst();

export const selectAccounts = (tx: Tx, customerId: string) =>
  accounts(tx).where('customer_id', '=', customerId).orderBy('opened_at').orderBy('id').execute();

/** Openings for one customer run one after the other, because the ledger code counts the accounts before it. */
export async function lockAccountOpening(tx: Tx, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank_account:${customerId}`}, 0))`.execute(tx);
}

export const selectAccountByDetails = (tx: Tx, sortCode: string, accountNumber: string) =>
  accounts(tx).where('sort_code', '=', sortCode).where('account_number', '=', accountNumber).executeTakeFirst();

export const selectAccountByIban = (tx: Tx, iban: string, currency: string) =>
  accounts(tx).where('iban', '=', iban).where('currency', '=', currency).executeTakeFirst();

type AccountInsert = NewBankAccount & Pick<BankAccount, 'id' | 'ledgerAccountId' | 'bankholderId' | 'cardholderId'>;

export async function insertAccount(tx: Tx, account: AccountInsert): Promise<void> {
  await tx
    .insertInto('bank_account.account')
    .values({
      id: account.id,
      customer_id: account.customerId,
      bankholder_id: account.bankholderId,
      cardholder_id: account.cardholderId,
      holder: account.holder,
      currency: account.currency,
      ledger_account_id: account.ledgerAccountId,
      status: account.status,
      vendor_type: account.vendorType,
      account_number: account.accountNumber,
      sort_code: account.sortCode,
      iban: account.iban,
      bic: account.bic,
      correspondent: account.correspondent,
      sepa_reference: account.sepaReference,
      card_last4: account.cardLast4,
      opened_at: account.openedAt,
    })
    .execute();
}
