import { openBulkPoster } from '@larkmere/ledger/bulk-poster';
import { postOperations } from '@larkmere/ledger/operations';
import type { Operation, Outcome } from '@larkmere/ledger/types';
import { batchLoader, coalesce } from '../../apps/api/src/platform/batching/batch-loader.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { groupCommit, inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { closedLoop, type Sample } from '../measure/load.ts';
import { processorMicros } from '../measure/process-stats.ts';
import type { BenchServer } from '../measure/server.ts';
import type { NextOperation } from './operations.ts';

type LoadRun = Readonly<{ server: BenchServer; db: Db; callers: number; seconds: number; next: NextOperation }>;

const warmSeconds = 1;

const postBatched = batchLoader('writes', postOperations);
const submitBatched = coalesce<Operation, PromiseSettledResult<Outcome>>((db, operations) =>
  groupCommit(
    db,
    operations.map((operation) => (tx) => postBatched(tx, operation)),
  ),
);

/** As payments run in production: concurrent requests share a transaction, each with its own ledger call. */
export const batchedRequests = (run: LoadRun): Promise<Sample> =>
  runClosedLoop(run, async (operation) => {
    const outcome = await submitBatched(run.db, operation);
    if (outcome.status === 'rejected') throw outcome.reason;
  });

export const singleRequests = (run: LoadRun): Promise<Sample> =>
  runClosedLoop(run, (operation) => inTransaction(run.db, (tx) => postOperations(tx, [operation])));

export const bareCalls = (run: LoadRun): Promise<Sample> =>
  runClosedLoop(run, (operation) => postOperations(run.db, [operation]));

export async function bulkLane(run: LoadRun): Promise<Sample> {
  const lane = openBulkPoster(run.db);
  const sample = await runClosedLoop(run, (operation) => lane.submit(operation));
  await lane.close();
  return sample;
}

function runClosedLoop(
  { server, callers, seconds, next }: LoadRun,
  ask: (operation: Operation) => Promise<unknown>,
): Promise<Sample> {
  const work = async (): Promise<boolean> => {
    await ask(next());
    return true;
  };
  return closedLoop({ workers: callers, seconds, warmSeconds, work, cpu: () => processorMicros(server.pid) });
}
