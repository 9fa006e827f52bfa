import { sql } from 'kysely';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

/** The ids and the member code stay, because the ledger and the audit chain refer to them. */
export const eraseCustomer: TransactionalHandler<Erasure> = async ({ tx }, { payload }) => {
  const { customerId, people, extent } = payload;
  if (extent === 'partly') {
    await sql`update customer.user set notify_news = false where id = any(${people}::uuid[])`.execute(tx);
    return;
  }
  await sql`update customer.user set name = 'Erased', email = 'erased-' || id || '@erased.invalid', username = 'erased-' || id,
    phone = null, date_of_birth = null where id = any(${people}::uuid[])`.execute(tx);
  await sql`update customer.customer set name = 'Erased', address = null where id = ${customerId}`.execute(tx);
};
