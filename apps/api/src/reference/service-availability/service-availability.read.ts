import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ServiceAvailability } from './service-availability.ts';

export async function selectServiceAvailability(tx: Tx, key: string): Promise<ServiceAvailability | undefined> {
  const { rows } = await sql<ServiceAvailability>`
    select is_on as "isAvailable", message, disabled_until as "disabledUntil" from payment.service_availability_now where key = ${key}`.execute(
    tx,
  );
  return rows[0];
}
