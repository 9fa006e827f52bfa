/**
 * What a customer owes us because a card took more than the account had: a merchant that cleared more than was
 * authorised, or a top-up that the card's bank took back. Debts are paid in order from money that comes in later.
 * `card-payment` and `top-up` keep their own debts; how money is shared among debts, and how a recovery is booked, is
 * here.
 */

import { InsufficientFunds } from '@larkmere/ledger/errors';
import type { AccountId } from '@larkmere/ledger/types';
import type { Money } from '@larkmere/money/money';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Tx } from '../../platform/db/db.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';

export type Owed<Row> = Readonly<{ row: Row; open: bigint }>;
export type Paid<Row> = Readonly<{ row: Row; paid: bigint }>;

/** What is available pays what is owed, in the order of the list. */
export function payOwed<Row>(owed: readonly Owed<Row>[], available: bigint): Paid<Row>[] {
  let left = available > 0n ? available : 0n;
  return owed.flatMap(({ row, open }) => {
    const paid = open < left ? open : left;
    left -= paid;
    return paid > 0n ? [{ row, paid }] : [];
  });
}

type Recovery = Readonly<{ account: AccountId; amount: Money; code: string; description: string }>;

/** The account pays what it owes us. If a payment took the money meanwhile, the transaction runs again. */
export async function bookRecovery(tx: Tx, { account, amount, code, description }: Recovery): Promise<void> {
  const id = createOperationId();
  await recordNarrative(tx, id, { kind: 'card', reference: generateReference(), description });
  const credit = await firmAccountId(tx, `card-shortfall:${amount.currency}`);
  const postings = [{ debit: account, credit, amount }];
  await bookOperation(tx, { kind: 'post', id, code, postings }).catch((error: unknown) => {
    throw error instanceof InsufficientFunds ? new ConcurrencyConflict() : error;
  });
}
