import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Locks by name until the transaction ends. Always in one order, so that two who lock several cannot wait for each other. */
export async function lockAll(tx: Tx, names: readonly string[]): Promise<readonly undefined[]> {
  await sql`
    select pg_advisory_xact_lock(number)
    from (select hashtextextended(name, 0) as number from unnest(${names}::text[]) as n (name) order by 1) as ordered`.execute(
    tx,
  );
  return names.map(() => undefined);
}
