import type { Db } from '../kernel/db.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { SystemActor } from '../kernel/verb.ts';
import { documentsForgotten } from './document.sql.ts';
import { moveDocument } from './move-document.ts';

const actor: SystemActor = { kind: 'system', name: 'forget-documents' };
const most = 50;
const reason = 'No payment came for this file in time, so it was not kept.';

/** Refuses documents that no payment attached in time and erases their content. Safe to run in several processes. */
export const forgetDocuments = (db: Db): Promise<void> =>
  inTransaction(db, async (tx, now) => {
    const ctx = { tx, now, actor, requestId: 'forget-documents' };
    for (const document of await documentsForgotten(tx, most))
      await moveDocument(ctx, document, 'refused', undefined, reason);
  });
