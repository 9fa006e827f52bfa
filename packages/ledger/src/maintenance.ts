import { sql } from 'kysely';
import type { Db } from './types.ts';

const monthsAhead = 3;

/** Creates the partitions of the coming months; posting creates a missing one itself. */
export async function createPartitions(db: Db): Promise<void> {
  await sql`select ledger.create_partitions(now(), now() + ${monthsAhead} * interval '1 month')`.execute(db);
}
