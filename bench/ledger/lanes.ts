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

/** Everything is warm after this long: plans, connections, the compiler. */
const warmSeconds = 1;

const decide = gathered('writes', postOperations);
const withOthers = inTurns<Operation, PromiseSettledResult<Outcome>>((db, operations) =>
  inOneTransaction(
    db,
    operations.map((operation) => (tx) => decide(tx, operation)),
  ),
);

/** As the kernel runs the verbs of payments: requests that come together share a transaction, each with its own call of the ledger. */
export const requestLane = (run: Run): Promise<Sample> =>
  closed(run, async (operation) => {
    const outcome = await withOthers(run.db, operation);
    if (outcome.status === 'rejected') throw outcome.reason;
  });

/** As it runs all other verbs: each in a transaction of its own, begun and committed around the call. */
export const requestLaneAlone = (run: Run): Promise<Sample> =>
  closed(run, (operation) => inTransaction(run.db, (tx) => postOperations(tx, [operation])));

/** No verb at all: one bare call, which is a transaction. */
export const bareCalls = (run: Run): Promise<Sample> => closed(run, (operation) => postOperations(run.db, [operation]));

/** All callers through one bulk lane. */
export async function bulkLane(run: Run): Promise<Sample> {
  const lane = openBulkLane(run.db);
  const sample = await closed(run, (operation) => lane.submit(operation));
  await lane.close();
  return sample;
}

/** Every caller asks again when answered. */
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
