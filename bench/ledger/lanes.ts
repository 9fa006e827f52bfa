import { openBulkLane } from '@larkmere/ledger/bulk-lane';
import { postOperations } from '@larkmere/ledger/operations';
import type { Db } from '../../apps/api/src/kernel/db.ts';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import { closedLoop, type Sample } from '../measure/load.ts';
import { processorMicros } from '../measure/processor.ts';
import type { Server } from '../measure/server.ts';
import type { Next } from './operations.ts';

type Run = Readonly<{ server: Server; db: Db; callers: number; seconds: number; next: Next }>;

/** Everything is warm after this long: plans, connections, the compiler. */
const warmSeconds = 1;

/** Each caller in a transaction of their own with one operation, begun and committed around it as a verb does it. */
export function requestLaneOfVerbs({ server, db, callers, seconds, next }: Run): Promise<Sample> {
  const work = async (): Promise<boolean> => {
    await inTransaction(db, (tx) => postOperations(tx, [next()]));
    return true;
  };
  return closedLoop({ workers: callers, seconds, warmSeconds, work, cpu: () => processorMicros(server.pid) });
}

/** Each caller by themselves, with one call that is a transaction. */
export function requestLane({ server, db, callers, seconds, next }: Run): Promise<Sample> {
  const work = async (): Promise<boolean> => {
    await postOperations(db, [next()]);
    return true;
  };
  return closedLoop({ workers: callers, seconds, warmSeconds, work, cpu: () => processorMicros(server.pid) });
}

/** All callers through one bulk lane. */
export async function bulkLane({ server, db, callers, seconds, next }: Run): Promise<Sample> {
  const lane = openBulkLane(db);
  const work = async (): Promise<boolean> => {
    await lane.submit(next());
    return true;
  };
  const cpu = (): number => processorMicros(server.pid);
  const sample = await closedLoop({ workers: callers, seconds, warmSeconds, work, cpu });
  await lane.close();
  return sample;
}
