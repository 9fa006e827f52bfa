import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Locks names until the transaction ends, always in the same order to prevent deadlocks. */
export async function acquireLocks(tx: Tx, names: readonly string[]): Promise<readonly undefined[]> {
  await sql`
    select pg_advisory_xact_lock(number)
    from (select hashtextextended(name, 0) as number from unnest(${names}::text[]) as n (name) order by 1) as ordered`.execute(
    tx,
  );
  return names.map(() => undefined);
}
