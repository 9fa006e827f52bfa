import { type Kysely, sql } from 'kysely';

const monthsAhead = 3;

/** Makes the places for the entries and transfers of the coming months. Posting makes its own when nobody did. */
// biome-ignore lint/suspicious/noExplicitAny: the ledger serves any schema
export async function makeMonths(db: Kysely<any>): Promise<void> {
  await sql`select ledger.make_months(now(), now() + ${monthsAhead} * interval '1 month')`.execute(db);
}

/** Forgets what the bulk lane refused under ids that are too old to be used any more. */
// biome-ignore lint/suspicious/noExplicitAny: the ledger serves any schema
export async function forgetRejections(db: Kysely<any>): Promise<void> {
  await sql`select ledger.forget_rejections()`.execute(db);
}
