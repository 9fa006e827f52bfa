import type { OperationId } from '@larkmere/ledger/types';
import type { Tx } from '../kernel/db.ts';
import { beforeCommit } from '../kernel/unit-of-work.ts';
import { requireBooked } from './payment.read.ts';

/**
 * Moves or holds money at the very end of the transaction: from here to the commit everybody else waits for the firm's
 * accounts. `book` is one operation of the ledger with this id; its refusal undoes the whole transaction.
 */
export const bookLast = (tx: Tx, id: OperationId, book: () => Promise<unknown>): void =>
  beforeCommit(tx, book, () => requireBooked(tx, id));
