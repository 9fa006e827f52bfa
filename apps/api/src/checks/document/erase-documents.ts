import { sql } from 'kysely';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

/** The law requires documents of payments for five years. Their record stays, without the name of the file. */
export const eraseDocuments: TransactionalHandler<Erasure> = async ({ tx }, { payload: { customerId, extent } }) => {
  if (extent === 'partly') return;
  await sql`delete from document.content where document_id in
    (select id from document.document where customer_id = ${customerId})`.execute(tx);
  await sql`update document.document set name = 'Erased' where customer_id = ${customerId}`.execute(tx);
};
