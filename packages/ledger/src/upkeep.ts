import { sql } from 'kysely';
import type { Db } from './types.ts';

const monthsAhead = 3;

/** Creates the partitions of the coming months; posting creates a missing one itself. */
export async function makeMonths(db: Db): Promise<void> {
  await sql`select ledger.make_months(now(), now() + ${monthsAhead} * interval '1 month')`.execute(db);
}

export async function forgetRejections(db: Db): Promise<void> {
  await sql`select ledger.forget_rejections()`.execute(db);
}
