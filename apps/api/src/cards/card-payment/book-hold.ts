import { InsufficientFunds } from '@larkmere/ledger/errors';
import type { AccountId, Operation, OperationId } from '@larkmere/ledger/types';
import { money } from '@larkmere/money/money';
import {
  bookOperations,
  createOperationId,
  firmAccountId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Tx } from '../../platform/db/db.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { CardPayment } from './card-payment.sql.ts';

/** The processor keeps an authorisation for seven days; a day later we release what it did not report. */
const holdMs = 8 * 24 * 3600_000;

export const holdEnd = (from: Date): Date => new Date(from.getTime() + holdMs);

export const newHold = (now: Date, minor: bigint) =>
  minor === 0n
    ? { holdId: null, holdMinor: 0n, holdExpiresAt: null }
    : { holdId: createOperationId(), holdMinor: minor, holdExpiresAt: holdEnd(now) };

/** Replaces the hold of an earlier decision by that of the row. */
export async function bookHold(
  { tx }: Pick<Ctx, 'tx'>,
  payment: CardPayment,
  before: OperationId | null,
  payer: AccountId,
): Promise<void> {
  const clearing = await firmAccountId(tx, `clearing:card:${payment.currency}`);
  await bookWithAvailable(tx, [...voidOperations(before), ...holdOperations(payment, payer, clearing)]);
}

/** No expiry in the ledger: the row and the hold end together. */
export const holdOperations = (payment: CardPayment, payer: AccountId, clearing: AccountId): Operation[] =>
  payment.holdId === null
    ? []
    : [
        {
          kind: 'hold',
          id: payment.holdId,
          code: 'card_payment.held',
          postings: [{ debit: payer, credit: clearing, amount: money(payment.currency, payment.holdMinor) }],
        },
      ];

export const voidOperations = (holdId: OperationId | null): Operation[] =>
  holdId === null
    ? []
    : [{ kind: 'void_hold', id: createOperationId(), code: 'card_payment.released', holdId: holdId }];

/** If another payment took the money between reading the balance and booking, the transaction runs again. */
export async function bookWithAvailable(tx: Tx, operations: readonly Operation[]): Promise<void> {
  await bookOperations(tx, operations).catch((error: unknown) => {
    throw error instanceof InsufficientFunds ? new ConcurrencyConflict() : error;
  });
}
