import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { eraseDisputeNotes } from './dispute.sql.ts';

/** What was disputed and how it ended stays with the payment. Its documents are erased with all documents. */
export const eraseDisputes: TransactionalHandler<Erasure> = async ({ tx }, { payload: { customerId, extent } }) => {
  if (extent === 'wholly') await eraseDisputeNotes(tx, customerId);
};
