import type { BulkPoster } from '@larkmere/ledger/bulk-poster';
import { expiredHoldVoidings } from '@larkmere/ledger/holds';
import type { Db } from '../../platform/db/db.ts';

const maxHoldsPerRun = 4000;

export async function expireHolds(db: Db, lane: BulkPoster): Promise<void> {
  const voidings = await expiredHoldVoidings(db, maxHoldsPerRun);
  await Promise.all(voidings.map((voiding) => lane.submit(voiding)));
}
