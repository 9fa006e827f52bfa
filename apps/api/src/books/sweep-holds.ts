import type { BulkLane } from '@larkmere/ledger/bulk-lane';
import { voidingsOfExpired } from '@larkmere/ledger/holds';
import type { Db } from '../kernel/db.ts';

const most = 4000;

export async function sweepHolds(db: Db, lane: BulkLane): Promise<void> {
  const voidings = await voidingsOfExpired(db, most);
  await Promise.all(voidings.map((voiding) => lane.submit(voiding)));
}
