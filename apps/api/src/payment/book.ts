import { refusalFor } from '@larkmere/ledger/errors';
import { postOperations } from '@larkmere/ledger/operations';
import type { Operation } from '@larkmere/ledger/types';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';

const decide = gathered('writes', postOperations);

/**
 * Moves or holds money, with whatever else moves in this transaction at the same moment. Best called last: from here to the
 * commit everybody else waits for the firm's accounts. Throws the refusals of the ledger.
 */
export async function book(tx: Tx, operation: Operation): Promise<void> {
  const { outcome } = await decide(tx, operation);
  if (outcome !== 'done' && outcome !== 'exists') throw refusalFor(outcome, operation.id);
}
