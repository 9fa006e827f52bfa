import { isIdCollision } from './error-classification.ts';
import { OperationMismatch, refusalFor } from './errors.ts';
import { postOperations } from './operations.ts';
import type { Hold, HoldPosting, HoldVoiding, Operation, Receipt, Transfer, Tx } from './types.ts';

/**
 * Returns the account states, and for a repeated transfer those of the first time with `exists`. Throws
 * InsufficientFunds, AccountFrozen, UnknownAccount, CurrencyMismatch, OperationMismatch, InvalidTransfer.
 */
export const post = (tx: Tx, transfer: Transfer): Promise<Receipt> => decide(tx, { ...transfer, kind: 'post' });

/** Throws what `post` throws, and HoldExpired. */
export const hold = (tx: Tx, transfer: Hold): Promise<Receipt> => decide(tx, { ...transfer, kind: 'hold' });

/**
 * With `amount`, posts that part and releases the rest. Throws HoldUnknown, HoldAlreadyResolved, HoldExpired,
 * AccountFrozen, CurrencyMismatch, OperationMismatch, InvalidTransfer.
 */
export const postHold = (tx: Tx, posting: HoldPosting): Promise<Receipt> =>
  decide(tx, { ...posting, kind: 'post_hold' });

/** Works on frozen accounts and after expiry too. Throws HoldUnknown, HoldAlreadyResolved, OperationMismatch. */
export const voidHold = (tx: Tx, voiding: HoldVoiding): Promise<Receipt> =>
  decide(tx, { ...voiding, kind: 'void_hold' });

export async function decide(tx: Tx, operation: Operation): Promise<Receipt> {
  const [outcome] = await postOperations(tx, [operation]).catch((error: unknown) => {
    throw isIdCollision(error) ? new OperationMismatch('operation_mismatch', operation.id) : error;
  });
  if (!outcome) throw new Error(`the ledger gave no answer to operation ${operation.id}`);
  if (outcome.outcome === 'done' || outcome.outcome === 'exists') return outcome;
  throw refusalFor(outcome.outcome, operation.id);
}
