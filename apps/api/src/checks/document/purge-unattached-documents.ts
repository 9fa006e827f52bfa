import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { SystemActor } from '../../platform/requests/verb.ts';
import { lockExpiredUnattached } from './document.sql.ts';
import { transitionDocument } from './transition-document.ts';

const actor: SystemActor = { kind: 'system', name: 'purge-unattached-documents' };
const batchSize = 50;
const reason = 'No payment came for this file in time, so it was not kept.';

/** Refuses documents that no payment attached in time and erases their content. Safe to run in several processes. */
export const purgeUnattachedDocuments = (db: Db): Promise<void> =>
  inTransaction(db, async (tx, now) => {
    const ctx = { tx, now, actor, requestId: 'purge-unattached-documents' };
    for (const document of await lockExpiredUnattached(tx, batchSize))
      await transitionDocument(ctx, document, 'refused', undefined, reason);
  });
