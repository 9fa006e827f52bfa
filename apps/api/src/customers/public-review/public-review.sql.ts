import type { HidingGround } from '@larkmere/contract/customers/hiding-grounds';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { PublicReviewReview } from '../../platform/db/schema.gen.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import type { MemberRef } from '../customer/customer.ts';

export type ReviewRow = Selectable<PublicReviewReview>;

export const selectReview = (tx: Tx, { customerId, userId }: MemberRef): Promise<ReviewRow | undefined> =>
  tx
    .selectFrom('public_review.review')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('userId', '=', userId)
    .executeTakeFirst();

type NewReview = Readonly<{ id: string; rating: number; body: string; showsName: boolean }>;

/** A replaced review is shown again: what was objected to may be gone. */
export async function upsertReview(tx: Tx, { customerId, userId }: MemberRef, review: NewReview): Promise<void> {
  const { id, ...content } = review;
  await tx
    .insertInto('public_review.review')
    .values({ id, customerId, userId, ...content })
    .onConflict((conflict) =>
      conflict.columns(['customerId', 'userId']).doUpdateSet({
        ...content,
        writtenAt: sql`now()`,
        hiddenAt: null,
        hiddenBy: null,
        hiddenFor: null,
      }),
    )
    .execute();
}

export async function deleteReview(tx: Tx, { customerId, userId }: MemberRef): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('public_review.review')
    .where('customerId', '=', customerId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const deleteReviewsOf = (tx: Tx, people: readonly string[]) =>
  tx.deleteFrom('public_review.review').where('userId', 'in', people).execute();

export async function updateHiding(
  tx: Tx,
  id: string,
  hidden: Readonly<{ by: string; ground: HidingGround }> | null,
): Promise<Pick<ReviewRow, 'customerId' | 'userId'> | undefined> {
  return tx
    .updateTable('public_review.review')
    .set({
      hiddenAt: hidden && sql`now()`,
      hiddenBy: hidden?.by ?? null,
      hiddenFor: hidden?.ground ?? null,
    })
    .where('id', '=', id)
    .returning(['customerId', 'userId'])
    .executeTakeFirst();
}

export const eraseReviews: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people } }) => {
  if (people.length > 0) await deleteReviewsOf(tx, people);
};
