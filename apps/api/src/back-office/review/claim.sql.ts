import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ReviewClaim } from '../../platform/db/schema.gen.ts';

export type ClaimRow = Readonly<Selectable<ReviewClaim>>;
export type ClaimEnd = 'handed_back' | 'given' | 'decided' | 'expired';

export const findClaim = (tx: Tx, paymentId: string): Promise<ClaimRow | undefined> =>
  tx
    .selectFrom('review.claim')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

type NewClaim = Readonly<{
  id: string;
  payment_id: string;
  staff_id: string;
  given_by: string | null;
  minutes: number;
}>;

const endOf = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes}::int)`;

/** Closes a claim that has expired. False while a colleague holds one. */
export async function insertClaim(tx: Tx, { minutes, ...claim }: NewClaim): Promise<boolean> {
  await tx
    .updateTable('review.claim')
    .set({ ended_at: sql`now()`, end_reason: 'expired' })
    .where('payment_id', '=', claim.payment_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
  const row = await tx
    .insertInto('review.claim')
    .values({ ...claim, expires_at: endOf(minutes) })
    .onConflict((conflict) => conflict.column('payment_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function extendClaim(tx: Tx, id: string, minutes: number): Promise<void> {
  await tx
    .updateTable('review.claim')
    .set({ expires_at: endOf(minutes) })
    .where('id', '=', id)
    .execute();
}

export async function endClaim(tx: Tx, paymentId: string, reason: ClaimEnd): Promise<void> {
  await tx
    .updateTable('review.claim')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .execute();
}
