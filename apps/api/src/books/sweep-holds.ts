import type { BulkLane } from '@larkmere/ledger/bulk-lane';
import { voidingsOfExpired } from '@larkmere/ledger/holds';
import type { Db } from '../kernel/db.ts';

const most = 4000;

/** What was set aside for too long is available again: a whole sweep in few commits, through the bulk lane. */
export async function sweepHolds(db: Db, lane: BulkLane): Promise<void> {
  const voidings = await voidingsOfExpired(db, most);
  await Promise.all(voidings.map((voiding) => lane.submit(voiding)));
}
