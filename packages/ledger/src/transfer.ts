import { OperationMismatch, refusalFor } from './errors.ts';
import { isIdCollision } from './failure.ts';
import { postOperations } from './operations.ts';
import type { Hold, HoldPosting, HoldVoiding, Operation, Receipt, Transfer, Tx } from './types.ts';

/**
 * Money moves now. Answers what the accounts stand at; `exists` and the first answer when the same transfer was done.
 * Throws InsufficientFunds, AccountFrozen, UnknownAccount, CurrencyMismatch, OperationMismatch, InvalidTransfer.
 */
export const post = (tx: Tx, transfer: Transfer): Promise<Receipt> => decide(tx, { ...transfer, kind: 'post' });

/** Money is set aside: it leaves the available balance and stays on the account. Refusals as for `post`; HoldExpired. */
export const hold = (tx: Tx, transfer: Hold): Promise<Receipt> => decide(tx, { ...transfer, kind: 'hold' });

/**
 * The money set aside now moves; with `amount`, that part of it moves and the rest is available again.
 * Throws HoldUnknown, HoldAlreadyResolved, HoldExpired, AccountFrozen, CurrencyMismatch, OperationMismatch, InvalidTransfer.
 */
export const postHold = (tx: Tx, posting: HoldPosting): Promise<Receipt> =>
  decide(tx, { ...posting, kind: 'post_hold' });

/**
 * The money set aside is available again, on frozen accounts and after the hold's expiry too.
 * Throws HoldUnknown, HoldAlreadyResolved, OperationMismatch.
 */
export const voidHold = (tx: Tx, voiding: HoldVoiding): Promise<Receipt> =>
  decide(tx, { ...voiding, kind: 'void_hold' });

/** One operation, its refusal thrown. */
export async function decide(tx: Tx, operation: Operation): Promise<Receipt> {
  const [outcome] = await postOperations(tx, [operation]).catch((error: unknown) => {
    throw isIdCollision(error) ? new OperationMismatch('operation_mismatch', operation.id) : error;
  });
  if (!outcome) throw new Error(`the ledger gave no answer to operation ${operation.id}`);
  if (outcome.outcome === 'done' || outcome.outcome === 'exists') return outcome;
  throw refusalFor(outcome.outcome, operation.id);
}
