import { sql } from 'kysely';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

export const eraseNotifications: TransactionalHandler<Erasure> = async ({ tx }, { payload }) => {
  const { customerId, people, extent } = payload;
  if (extent === 'partly') return;
  await sql`delete from notification.notification
    where customer_id = ${customerId} or customer_id is null and user_id = any(${people}::uuid[])`.execute(tx);
};
