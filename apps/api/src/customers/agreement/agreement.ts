import type { Tx } from '../../platform/db/db.ts';
import { insertDecision, selectCurrentDocument } from './agreement.sql.ts';

/** For users whose registration includes the acceptance. */
export async function acceptCurrentTerms(tx: Tx, userId: string): Promise<void> {
  await insertDecision(tx, { userId, ...(await selectCurrentDocument(tx)), accepted: true });
}
