import type { Currency } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { MemberScope } from '../../platform/requests/verb.ts';
import type { BankAccount, NewBankAccount } from './bank-account.ts';

type AccountScope = Pick<MemberScope, 'accounts'>;

export const canUseAccount = ({ accounts }: AccountScope, bankholderId: string): boolean =>
  accounts === null || accounts.has(bankholderId);

/** Condition on a column with bank holder ids. */
export const isUsableBankholder = (column: RawBuilder<unknown>, { accounts }: AccountScope): RawBuilder<boolean> =>
  accounts === null ? sql`true` : sql`${column} = any(${[...accounts]}::text[])`;

/** The same for a list that comes with each row, as a `jsonb` array. */
export const isAccountIn = (id: RawBuilder<unknown>, list: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from bank_account.account a where a.id = ${id} and ${list} ? a.bankholder_id)`;

/** Condition on a column with the ids of bank accounts. */
export const isUsableAccount = (column: RawBuilder<unknown>, { accounts }: AccountScope): RawBuilder<boolean> =>
  accounts === null
    ? sql`true`
    : sql`${column} in (select id from bank_account.account where bankholder_id = any(${[...accounts]}::text[]))`;

export type AccountRow = NonNullable<Awaited<ReturnType<typeof selectAccount>>>;

/** Payments to and from a wallet name the shared account of its currency. */
const accounts = (tx: Tx) =>
  tx
    .selectFrom('bank_account.account as a')
    .leftJoin('bank_account.shared_account as s', (on) =>
      on.onRef('s.currency', '=', 'a.currency').on('a.product', '=', 'wallet'),
    )
    .select(({ fn }) => [
      'a.id',
      'a.customerId',
      'a.bankholderId',
      'a.cardholderId',
      'a.holder',
      'a.currency',
      'a.ledgerAccountId',
      'a.status',
      'a.product',
      'a.vendorType',
      fn.coalesce('a.accountNumber', 's.accountNumber').as('accountNumber'),
      fn.coalesce('a.sortCode', 's.sortCode').as('sortCode'),
      fn.coalesce('a.iban', 's.iban').as('iban'),
      fn.coalesce('a.bic', 's.bic').as('bic'),
      fn.coalesce('a.correspondent', 's.correspondent').as('correspondent'),
      'a.sepaReference',
      'a.cardLast4',
      'a.openedAt',
    ]);

export const selectAccount = batchLoader('reads', async (tx, bankholderIds: readonly string[]) => {
  const rows = await accounts(tx).where('a.bankholderId', '=', sql<string>`any(${bankholderIds}::text[])`).execute();
  return bankholderIds.map((id) => rows.find((row) => row.bankholderId === id));
});

export async function closeAccountsOf(tx: Tx, customerId: string): Promise<void> {
  await tx.updateTable('bank_account.account').set({ status: 'closed' }).where('customerId', '=', customerId).execute();
}

/** The card that the account is shown with; the cards themselves are no part of this district. */
export async function setAccountCard(tx: Tx, accountId: string, last4: string | null): Promise<void> {
  await tx
    .updateTable('bank_account.account')
    .set({ cardLast4: last4 })
    .where('id', '=', accountId)
    .where(sql<boolean>`card_last4 is distinct from ${last4}`)
    .execute();
}

export const selectAccountById = (tx: Tx, id: string) => accounts(tx).where('a.id', '=', id).executeTakeFirst();

export const selectAccounts = (tx: Tx, customerId: string) =>
  accounts(tx).where('a.customerId', '=', customerId).orderBy('a.openedAt').orderBy('a.id').execute();

/** Openings for one customer run one after the other, because the ledger code counts the accounts before it. */
export async function lockAccountOpening(tx: Tx, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank_account:${customerId}`}, 0))`.execute(tx);
}

export const selectAccountByDetails = (tx: Tx, sortCode: string, accountNumber: string) =>
  accounts(tx).where('a.sortCode', '=', sortCode).where('a.accountNumber', '=', accountNumber).executeTakeFirst();

export const selectAccountByIban = (tx: Tx, iban: string, currency: Currency) =>
  accounts(tx).where('a.iban', '=', iban).where('a.currency', '=', currency).executeTakeFirst();

/** The wallet that a transfer to the shared account of its currency is for. */
export const selectAccountByReference = (tx: Tx, memberCode: string, currency: Currency) =>
  accounts(tx)
    .where('a.sepaReference', '=', memberCode)
    .where('a.currency', '=', currency)
    .where('a.product', '=', 'wallet')
    .executeTakeFirst();

type AccountInsert = NewBankAccount & Pick<BankAccount, 'id' | 'ledgerAccountId' | 'bankholderId' | 'cardholderId'>;

export async function insertAccount(tx: Tx, account: AccountInsert): Promise<void> {
  await tx
    .insertInto('bank_account.account')
    .values({
      id: account.id,
      customerId: account.customerId,
      bankholderId: account.bankholderId,
      cardholderId: account.cardholderId,
      holder: account.holder,
      currency: account.currency,
      ledgerAccountId: account.ledgerAccountId,
      status: account.status,
      product: account.product,
      vendorType: account.vendorType,
      accountNumber: account.accountNumber,
      sortCode: account.sortCode,
      iban: account.iban,
      bic: account.bic,
      correspondent: account.correspondent,
      sepaReference: account.sepaReference,
      cardLast4: account.cardLast4,
      openedAt: account.openedAt,
    })
    .execute();
}

export const selectSharedAccount = (tx: Tx, currency: Currency) =>
  tx
    .selectFrom('bank_account.shared_account')
    .select(['iban', 'accountNumber'])
    .where('currency', '=', currency)
    .executeTakeFirst();

export async function updateAccountStatus(
  tx: Tx,
  ledgerAccountId: BankAccount['ledgerAccountId'],
  status: BankAccount['status'],
): Promise<void> {
  await tx.updateTable('bank_account.account').set({ status }).where('ledgerAccountId', '=', ledgerAccountId).execute();
}

/** The name under which payments and statements of every account of a customer go out. */
export async function updateHolder(tx: Tx, customerId: string, holder: string): Promise<void> {
  await tx
    .updateTable('bank_account.account')
    .set({ holder })
    .where('customerId', '=', customerId)
    .where('holder', '<>', holder)
    .execute();
}

/** Returns the bank holder id. */
export async function convertToBankAccount(
  tx: Tx,
  ledgerAccountId: BankAccount['ledgerAccountId'],
  account: NewBankAccount,
): Promise<string> {
  const { bankholderId } = await tx
    .updateTable('bank_account.account')
    .set({
      product: 'bank',
      status: 'active',
      holder: account.holder,
      sortCode: account.sortCode ?? null,
      accountNumber: account.accountNumber ?? null,
      iban: account.iban ?? null,
      bic: account.bic ?? null,
      correspondent: account.correspondent ?? null,
      sepaReference: account.sepaReference ?? null,
    })
    .where('ledgerAccountId', '=', ledgerAccountId)
    .where('product', '=', 'wallet')
    .returning('bankholderId')
    .executeTakeFirstOrThrow();
  return bankholderId;
}
