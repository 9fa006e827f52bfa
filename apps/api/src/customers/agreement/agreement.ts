/**
 * The terms of use that every person accepts before they work with an account.
 * A version is a file whose hash a migration holds; a decision names version and hash.
 * The binder shows the terms to whoever has not accepted the current version.
 */

import type { Tx } from '../../platform/db/db.ts';
import { insertDecision, selectCurrentDocument } from './agreement.sql.ts';

/** For users whose registration includes the acceptance. */
export async function acceptCurrentTerms(tx: Tx, userId: string): Promise<void> {
  await insertDecision(tx, { userId, ...(await selectCurrentDocument(tx)), accepted: true });
}

/** Leaves another version than the current one to the gate, which shows the text that applies. */
export async function acceptTermsIfCurrent(tx: Tx, userId: string, version: string): Promise<void> {
  if (version === (await selectCurrentDocument(tx)).version) await acceptCurrentTerms(tx, userId);
}
