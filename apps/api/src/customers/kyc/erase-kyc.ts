import { sql } from 'kysely';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

/** The law requires answers and documents for five years. Items, results and decisions stay as codes. */
export const eraseKyc: TransactionalHandler<Erasure> = async ({ tx }, { payload: { customerId, extent } }) => {
  if (extent === 'partly') return;
  const applications = sql`(select id from kyc.application where customer_id = ${customerId})`;
  await sql`
    delete from kyc.answer where item_id in (select id from kyc.item where application_id in ${applications})`.execute(
    tx,
  );
  await sql`
    update kyc.person set name = null, email = null, link_id = null, link_expires_at = null, removed_at = coalesce(removed_at, now())
    where application_id in ${applications}`.execute(tx);
  await sql`update kyc.vendor_check set report = null where application_id in ${applications} and report is not null`.execute(
    tx,
  );
  await sql`update kyc.item set note = null where application_id in ${applications} and note is not null`.execute(tx);
  await sql`update kyc.decision set note = 'Erased' where application_id in ${applications}`.execute(tx);
};
