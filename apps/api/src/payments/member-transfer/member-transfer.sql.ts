import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/** Look-ups of one person follow one another, so that a burst does not pass the limit. */
export async function countLookups(tx: Tx, userId: string): Promise<Readonly<{ hour: number; day: number }>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`member_transfer.lookup:${userId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ hour: number; day: number }>`
    select count(*) filter (where at > now() - interval '1 hour')::int as hour, count(*)::int as day
    from member_transfer.lookup where user_id = ${userId} and at > now() - interval '1 day'`.execute(tx);
  return rows[0] ?? { hour: 0, day: 0 };
}

type Lookup = Readonly<{ id: string; customerId: string; userId: string; recipientId: string | null }>;

export async function insertLookup(tx: Tx, { id, customerId, userId, recipientId }: Lookup): Promise<void> {
  await tx
    .insertInto('member_transfer.lookup')
    .values({ id, customer_id: customerId, user_id: userId, recipient_id: recipientId })
    .execute();
}

export const insertTransfer = (
  tx: Tx,
  transfer: Readonly<{
    id: string;
    customer_id: string;
    user_id: string;
    recipient_id: string;
    source_bankholder_id: string;
    target_bankholder_id: string;
    currency: string;
    amount_minor: bigint;
    reference: string;
  }>,
) => tx.insertInto('member_transfer.transfer').values(transfer).execute();
