/**
 * The accounts of customers: holder, details for incoming payments, status, and the ledger account that holds the
 * money. A wallet keeps its money on one too. Money itself moves in the ledger; here is who owns an account, and which
 * member may use it.
 */

import { randomInt } from 'node:crypto';
import { openAccount } from '@larkmere/ledger/open-account';
import type { AccountId } from '@larkmere/ledger/types';
import { message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { MemberCtx, MemberScope } from '../../platform/requests/verb.ts';
import {
  type AccountRow,
  canUseAccount,
  convertToBankAccount,
  insertAccount,
  lockAccountOpening,
  selectAccount,
  selectAccountByDetails,
  selectAccountByIban,
  selectAccountById,
  selectAccountByReference,
  selectAccounts,
  selectSharedAccount,
} from './bank-account.sql.ts';

export {
  canUseAccount,
  closeAccountsOf,
  isAccountIn,
  isUsableAccount,
  isUsableBankholder,
  setAccountCard,
  updateAccountStatus,
  updateHolder,
} from './bank-account.sql.ts';

export type BankAccount = Readonly<{
  id: string;
  customerId: string;
  bankholderId: string;
  cardholderId: string;
  holder: string;
  currency: Currency;
  ledgerAccountId: AccountId;
  status: 'active' | 'frozen' | 'closed';
  product: 'bank' | 'wallet';
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

/**
 * Throws `not_found` when the account is absent, belongs to another customer, or is none that this member may use.
 */
export async function requireOwnAccount({ tx, actor }: MemberCtx, bankholderId: string): Promise<BankAccount> {
  const row = await selectAccount(tx, bankholderId);
  if (row?.customerId !== actor.customerId || !canUseAccount(actor, bankholderId)) throw new Refusal('not_found');
  return toBankAccount(row);
}

/**
 * For work of a member who is not present and could not say why their account is missing. Throws `account_not_usable`
 * if it was withdrawn from them since.
 */
export async function requireAccountOfMaker({ tx, actor }: MemberCtx, bankholderId: string): Promise<BankAccount> {
  const { customerId } = actor;
  const account = await requireOwnAccount({ tx, actor: { customerId, accounts: null } }, bankholderId);
  requireUsableByMaker(actor, bankholderId);
  return account;
}

export function requireUsableByMaker(maker: Pick<MemberScope, 'accounts'>, bankholderId: string): void {
  if (canUseAccount(maker, bankholderId)) return;
  throw new Refusal('account_not_usable', { reason: message('account_withdrawn_from_maker') });
}

/** Whether this member may use the account with this id. Asks the database only for a member who may not use all. */
export async function canUseAccountId({ tx, actor }: MemberCtx, id: string): Promise<boolean> {
  if (actor.accounts === null) return true;
  const row = await selectAccountById(tx, id);
  return row !== undefined && canUseAccount(actor, row.bankholderId);
}

/** The accounts that this member may use. */
export const listOwnAccounts = async ({ tx, actor }: MemberCtx): Promise<BankAccount[]> =>
  (await listAccountsOf(tx, actor.customerId)).filter(({ bankholderId }) => canUseAccount(actor, bankholderId));

/** All accounts of a customer, regardless of the restrictions of a member. */
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

/** The wallet that a transfer with this reference to the shared account of its currency is for. */
export async function findAccountByReference(
  tx: Tx,
  reference: string,
  currency: Currency,
): Promise<BankAccount | undefined> {
  const digits = /LM[- ]?(?<digits>\d{4,10})(?!\d)/i.exec(reference)?.groups?.digits;
  const row = digits && (await selectAccountByReference(tx, `LM-${digits}`, currency));
  return row ? toBankAccount(row) : undefined;
}

export async function isSharedAccount(
  tx: Tx,
  currency: Currency,
  { iban, accountNumber }: Readonly<{ iban?: string; accountNumber?: string }>,
): Promise<boolean> {
  const shared = await selectSharedAccount(tx, currency);
  return shared !== undefined && (iban ? shared.iban === iban : shared.accountNumber === accountNumber);
}

export async function findBankAccount(tx: Tx, id: string): Promise<BankAccount | undefined> {
  const row = await selectAccountById(tx, id);
  return row && toBankAccount(row);
}

export async function openBankAccount(tx: Tx, account: NewBankAccount): Promise<BankAccount> {
  const { customerId, currency } = account;
  await lockAccountOpening(tx, customerId);
  const accountCount = (await listAccountsOf(tx, customerId)).filter((other) => other.currency === currency).length;
  const code = `customer:${customerId}:${currency}${accountCount === 0 ? '' : `:${accountCount + 1}`}`;
  return insertOpened(tx, account, await openAccount(tx, { code, class: 'liability', currency, mayOverdraw: false }));
}

/** What a wallet keeps its money on. */
export const openWalletAccount = (tx: Tx, account: NewBankAccount, ledgerAccountId: AccountId): Promise<BankAccount> =>
  insertOpened(tx, { ...account, product: 'wallet' }, ledgerAccountId);

/** Turns the account of a wallet into a bank account under the same ids, so no money moves. */
export async function openOnLedgerAccount(
  tx: Tx,
  account: NewBankAccount,
  ledgerAccountId: AccountId,
): Promise<BankAccount> {
  const row = await selectAccount(tx, await convertToBankAccount(tx, ledgerAccountId, account));
  if (!row) throw new Error('an account turned a moment ago is not there');
  return toBankAccount(row);
}

async function insertOpened(tx: Tx, account: NewBankAccount, ledgerAccountId: AccountId): Promise<BankAccount> {
  const { bankholderId = generateAccountNumber(), cardholderId = generateAccountNumber() } = account;
  const id = v7();
  await insertAccount(tx, { ...account, id, ledgerAccountId, bankholderId, cardholderId });
  const row = await selectAccount(tx, bankholderId);
  if (!row) throw new Error('an account opened a moment ago is not there');
  return toBankAccount(row);
}

// Check constraints in the database guarantee the closed sets, so the cast is safe.
const toBankAccount = (row: AccountRow): BankAccount => row;

const generateAccountNumber = (): string => String(randomInt(1_000_000_000, 9_999_999_999));
