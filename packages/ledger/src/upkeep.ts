import { sql } from 'kysely';
import type { Db } from './types.ts';

const monthsAhead = 3;

/** Makes the places for the entries and transfers of the coming months. Posting makes its own when nobody did. */
export async function makeMonths(db: Db): Promise<void> {
  await sql`select ledger.make_months(now(), now() + ${monthsAhead} * interval '1 month')`.execute(db);
}

/** Forgets what the bulk lane refused under ids that are too old to be used any more. */
export async function forgetRejections(db: Db): Promise<void> {
  await sql`select ledger.forget_rejections()`.execute(db);
}
