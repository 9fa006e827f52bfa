import type { Operation, Receipt } from '@larkmere/ledger/types';
import { bookOperations } from '../../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { coalesce } from '../../apps/api/src/platform/batching/batch-loader.ts';
import { groupCommit } from '../../apps/api/src/platform/batching/group-commit.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { closedLoop, type Sample } from '../measure/load.ts';
import { processorMicros } from '../measure/process-stats.ts';
import type { BenchServer } from '../measure/server.ts';
import type { NextOperation, NextPayment } from './operations.ts';

type LoadRun<Next> = Readonly<{ server: BenchServer; db: Db; callers: number; seconds: number; next: Next }>;

const warmSeconds = 1;

const submitBatched = coalesce<readonly Operation[], PromiseSettledResult<Receipt[]>>((db, requests) =>
  groupCommit(
    db,
    requests.map((operations) => (tx) => bookOperations(tx, operations)),
  ),
);

/** Books as a payment request does: requests that arrive together share a transaction and one call of the ledger. */
async function bookInSharedTransaction(db: Db, operations: readonly Operation[]): Promise<void> {
  const outcome = await submitBatched(db, operations);
  if (outcome.status === 'rejected') throw outcome.reason;
}

export const sharedTransactions = (run: LoadRun<NextOperation>): Promise<Sample> =>
  runClosedLoop(run, () => bookInSharedTransaction(run.db, [run.next()]));

/** The two bookings of a payment: the hold of its request, then the bank's settlement report. */
export const heldAndSettled = (run: LoadRun<NextPayment>): Promise<Sample> =>
  runClosedLoop(run, async () => {
    const { hold, settlement } = run.next();
    await bookInSharedTransaction(run.db, [hold]);
    await bookInSharedTransaction(run.db, settlement);
  });

export const singleTransactions = (run: LoadRun<NextOperation>): Promise<Sample> =>
  runClosedLoop(run, () => inTransaction(run.db, (tx) => bookOperations(tx, [run.next()])));

function runClosedLoop(
  { server, callers, seconds }: Omit<LoadRun<unknown>, 'next'>,
  request: () => Promise<unknown>,
): Promise<Sample> {
  const work = async (): Promise<boolean> => {
    await request();
    return true;
  };
  return closedLoop({ workers: callers, seconds, warmSeconds, work, cpu: () => processorMicros(server.pid) });
}
