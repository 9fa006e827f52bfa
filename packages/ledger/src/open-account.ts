import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { AccountMismatch } from './errors.ts';
import type { AccountClass, AccountId, Tx } from './types.ts';

export type NewAccount = Readonly<{ code: string; class: AccountClass; currency: Currency; mayOverdraw: boolean }>;

/**
 * Idempotent for the same attributes. Without overdraft an asset or expense never goes below zero debit, any other
 * class never below zero credit. Throws AccountMismatch if the code belongs to a different account.
 */
export async function openAccount(tx: Tx, account: NewAccount): Promise<AccountId> {
  const flags = flagsOf(account);
  const { rows } = await sql<{ id: AccountId; class: AccountClass; currency: Currency; flags: number }>`
    select * from ledger.open_account(${account.code}, ${account.class}, ${account.currency}, ${flags}::smallint)`.execute(
    tx,
  );
  const [found] = rows;
  if (!found || found.class !== account.class || found.currency !== account.currency || found.flags !== flags)
    throw new AccountMismatch(`account ${account.code} exists with other attributes`);
  return found.id;
}

export async function findAccount(tx: Tx, code: string): Promise<AccountId | undefined> {
  const { rows } = await sql<{ accountId: AccountId }>`
    select account_id from ledger.account_name where code = ${code}`.execute(tx);
  return rows[0]?.accountId;
}

const debitsStayBelowCredits = 1;
const creditsStayBelowDebits = 2;

function flagsOf(account: NewAccount): number {
  if (account.mayOverdraw) return 0;
  const growsWithDebit = account.class === 'asset' || account.class === 'expense';
  return growsWithDebit ? creditsStayBelowDebits : debitsStayBelowCredits;
}
