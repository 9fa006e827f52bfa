import { openBulkLane } from '@larkmere/ledger/bulk-lane';
import { postOperations } from '@larkmere/ledger/operations';
import type { Operation, Outcome } from '@larkmere/ledger/types';
import type { Db } from '../../apps/api/src/kernel/db.ts';
import { gathered, inTurns } from '../../apps/api/src/kernel/gather.ts';
import { inOneTransaction, inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import { closedLoop, type Sample } from '../measure/load.ts';
import { processorMicros } from '../measure/processor.ts';
import type { Server } from '../measure/server.ts';
import type { Next } from './operations.ts';

type Run = Readonly<{ server: Server; db: Db; callers: number; seconds: number; next: Next }>;

const warmSeconds = 1;

const decide = gathered('writes', postOperations);
const withOthers = inTurns<Operation, PromiseSettledResult<Outcome>>((db, operations) =>
  inOneTransaction(
    db,
    operations.map((operation) => (tx) => decide(tx, operation)),
  ),
);

/** As payments run in production: concurrent requests share a transaction, each with its own ledger call. */
export const requestLane = (run: Run): Promise<Sample> =>
  closed(run, async (operation) => {
    const outcome = await withOthers(run.db, operation);
    if (outcome.status === 'rejected') throw outcome.reason;
  });

export const requestLaneAlone = (run: Run): Promise<Sample> =>
  closed(run, (operation) => inTransaction(run.db, (tx) => postOperations(tx, [operation])));

export const bareCalls = (run: Run): Promise<Sample> => closed(run, (operation) => postOperations(run.db, [operation]));

export async function bulkLane(run: Run): Promise<Sample> {
  const lane = openBulkLane(run.db);
  const sample = await closed(run, (operation) => lane.submit(operation));
  await lane.close();
  return sample;
}

function closed(
  { server, callers, seconds, next }: Run,
  ask: (operation: Operation) => Promise<unknown>,
): Promise<Sample> {
  const work = async (): Promise<boolean> => {
    await ask(next());
    return true;
  };
  return closedLoop({ workers: callers, seconds, warmSeconds, work, cpu: () => processorMicros(server.pid) });
}
