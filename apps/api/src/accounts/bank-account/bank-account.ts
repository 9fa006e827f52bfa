import { randomInt } from 'node:crypto';
import { openAccount } from '@larkmere/ledger/open-account';
import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { OwnerCtx } from '../../platform/requests/verb.ts';
import {
  type AccountRow,
  insertAccount,
  lockAccountOpening,
  selectAccount,
  selectAccountByDetails,
  selectAccountByIban,
  selectAccountById,
  selectAccounts,
} from './bank-account.sql.ts';

export { closeAccountsOf } from './bank-account.sql.ts';

export type BankAccount = Readonly<{
  id: string;
  customerId: string;
  bankholderId: string;
  cardholderId: string;
  holder: string;
  currency: Currency;
  ledgerAccountId: AccountId;
  status: 'active' | 'frozen' | 'closed';
  vendorType: 'ifx' | 'other';
  accountNumber: string | null;
  sortCode: string | null;
  iban: string | null;
  bic: string | null;
  correspondent: string | null;
  sepaReference: string | null;
  cardLast4: string | null;
  openedAt: Date;
}>;

export type NewBankAccount = Pick<BankAccount, 'customerId' | 'holder' | 'currency'> &
  Partial<Omit<BankAccount, 'id' | 'ledgerAccountId'>>;

/** Throws `not_found` when the account is absent or belongs to another customer. */
export async function requireOwnAccount(ctx: OwnerCtx, bankholderId: string): Promise<BankAccount> {
  const row = await selectAccount(ctx.tx, bankholderId);
  if (!row || row.customerId !== ctx.actor.customerId) throw new Refusal('not_found');
  return toBankAccount(row);
}

export async function listAccountsOf(tx: Tx, customerId: string): Promise<BankAccount[]> {
  return (await selectAccounts(tx, customerId)).map(toBankAccount);
}

export async function findAccountByDetails(
  tx: Tx,
  sortCode: string,
  accountNumber: string,
): Promise<BankAccount | undefined> {
  const row = await selectAccountByDetails(tx, sortCode, accountNumber);
  return row && toBankAccount(row);
}

export async function findAccountByIban(tx: Tx, iban: string, currency: Currency): Promise<BankAccount | undefined> {
  const row = await selectAccountByIban(tx, iban, currency);
  return row && toBankAccount(row);
}

export async function findBankAccount(tx: Tx, id: string): Promise<BankAccount | undefined> {
  const row = await selectAccountById(tx, id);
  return row && toBankAccount(row);
}

export async function openBankAccount(tx: Tx, account: NewBankAccount): Promise<BankAccount> {
  const { customerId, currency } = account;
  await lockAccountOpening(tx, customerId);
  const twins = (await listAccountsOf(tx, customerId)).filter((other) => other.currency === currency).length;
  const code = `customer:${customerId}:${currency}${twins === 0 ? '' : `:${twins + 1}`}`;
  return openOnLedgerAccount(
    tx,
    account,
    await openAccount(tx, { code, class: 'liability', currency, mayOverdraw: false }),
  );
}

/** Opens an account on the existing ledger account of a wallet, so no money moves. */
export async function openOnLedgerAccount(
  tx: Tx,
  account: NewBankAccount,
  ledgerAccountId: AccountId,
): Promise<BankAccount> {
  const { bankholderId = generateAccountNumber(), cardholderId = generateAccountNumber() } = account;
  const id = v7();
  await insertAccount(tx, { ...account, id, ledgerAccountId, bankholderId, cardholderId });
  const row = await selectAccount(tx, bankholderId);
  if (!row) throw new Error('an account opened a moment ago is not there');
  return toBankAccount(row);
}

// Check constraints in the database guarantee the closed sets, so the cast is safe.
const toBankAccount = (row: AccountRow): BankAccount => row as BankAccount;

const generateAccountNumber = (): string => String(randomInt(1_000_000_000, 9_999_999_999));
