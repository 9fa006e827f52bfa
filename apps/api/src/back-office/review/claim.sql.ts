import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ReviewClaim } from '../../platform/db/schema.gen.ts';

export type ClaimRow = Readonly<Selectable<ReviewClaim>>;
export type ClaimEnd = 'handed_back' | 'given' | 'decided' | 'expired';

export const findClaim = (tx: Tx, paymentId: string): Promise<ClaimRow | undefined> =>
  tx
    .selectFrom('review.claim')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();

type NewClaim = Readonly<{
  id: string;
  paymentId: string;
  staffId: string;
  givenBy: string | null;
  minutes: number;
}>;

const endOf = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes}::int)`;

/** Closes a claim that has expired. False while a colleague holds one. */
export async function insertClaim(tx: Tx, { minutes, ...claim }: NewClaim): Promise<boolean> {
  await tx
    .updateTable('review.claim')
    .set({ endedAt: sql`now()`, endReason: 'expired' })
    .where('paymentId', '=', claim.paymentId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute();
  const row = await tx
    .insertInto('review.claim')
    .values({ ...claim, expiresAt: endOf(minutes) })
    .onConflict((conflict) => conflict.column('paymentId').where('endedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function extendClaim(tx: Tx, id: string, minutes: number): Promise<void> {
  await tx
    .updateTable('review.claim')
    .set({ expiresAt: endOf(minutes) })
    .where('id', '=', id)
    .execute();
}

export async function endClaim(tx: Tx, paymentId: string, reason: ClaimEnd): Promise<void> {
  await tx
    .updateTable('review.claim')
    .set({ endedAt: sql`now()`, endReason: reason })
    .where('paymentId', '=', paymentId)
    .where('endedAt', 'is', null)
    .execute();
}
