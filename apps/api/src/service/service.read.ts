import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Service } from './service.ts';

export async function selectService(tx: Tx, key: string): Promise<Service | undefined> {
  const { rows } = await sql<Service>`
    select is_on as "isOn", message, off_until as until from payment.service_now where key = ${key}`.execute(tx);
  return rows[0];
}
