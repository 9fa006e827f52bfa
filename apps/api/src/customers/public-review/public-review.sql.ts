import type { HidingGround } from '@larkmere/contract/customers/hiding-grounds';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { PublicReviewReview } from '../../platform/db/schema.gen.ts';
import type { MemberRef } from '../customer/customer.ts';

export type ReviewRow = Selectable<PublicReviewReview>;

export const selectReview = (tx: Tx, { customerId, userId }: MemberRef): Promise<ReviewRow | undefined> =>
  tx
    .selectFrom('public_review.review')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

type NewReview = Readonly<{ id: string; rating: number; body: string; shows_name: boolean }>;

/** A replaced review is shown again: what was objected to may be gone. */
export async function upsertReview(tx: Tx, { customerId, userId }: MemberRef, review: NewReview): Promise<void> {
  const { id, ...content } = review;
  await tx
    .insertInto('public_review.review')
    .values({ id, customer_id: customerId, user_id: userId, ...content })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'user_id']).doUpdateSet({
        ...content,
        written_at: sql`now()`,
        hidden_at: null,
        hidden_by: null,
        hidden_for: null,
      }),
    )
    .execute();
}

export async function deleteReview(tx: Tx, { customerId, userId }: MemberRef): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('public_review.review')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const deleteReviewsOf = (tx: Tx, people: readonly string[]) =>
  tx.deleteFrom('public_review.review').where('user_id', 'in', people).execute();

export async function updateHiding(
  tx: Tx,
  id: string,
  hidden: Readonly<{ by: string; ground: HidingGround }> | null,
): Promise<Pick<ReviewRow, 'customer_id' | 'user_id'> | undefined> {
  return tx
    .updateTable('public_review.review')
    .set({
      hidden_at: hidden && sql`now()`,
      hidden_by: hidden?.by ?? null,
      hidden_for: hidden?.ground ?? null,
    })
    .where('id', '=', id)
    .returning(['customer_id', 'user_id'])
    .executeTakeFirst();
}
