import type { HidingGround } from '@larkmere/contract/customers/hiding-grounds';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

export type RatingCount = Readonly<{ rating: number; count: number }>;

export async function countRatings(tx: Tx): Promise<RatingCount[]> {
  const { rows } = await sql<RatingCount>`
    select rating::int, count(r.id)::int as count from generate_series(5, 1, -1) as rating
    left join public_review.review r using (rating)
    where r.hidden_at is null group by rating order by rating desc`.execute(tx);
  return rows;
}

type Published = Readonly<{ uid: string; rating: number; text: string; name: string | null; writtenAt: Date }>;

export async function selectPublished(tx: Tx, most: number): Promise<Published[]> {
  const { rows } = await sql<Published>`
    select r.id as uid, r.rating, r.body as text, case when r.shows_name then u.name end as name,
      r.written_at
    from public_review.review r join customer.user u on u.id = r.user_id
    where r.hidden_at is null and r.body <> ''
    order by r.written_at desc, r.id limit ${most}`.execute(tx);
  return rows;
}

type ForStaff = Published &
  Readonly<{ showsName: boolean; hiddenFor: HidingGround | null; hiddenAt: Date | null; author: string }>;

export async function selectReviewsOf(tx: Tx, customerId: string): Promise<ForStaff[]> {
  const { rows } = await sql<ForStaff>`
    select r.id as uid, r.rating, r.body as text, r.shows_name, r.written_at,
      r.hidden_for, r.hidden_at, u.name as author
    from public_review.review r join customer.user u on u.id = r.user_id
    where r.customer_id = ${customerId} order by r.written_at desc`.execute(tx);
  return rows;
}

const askAgainAfter = sql`interval '180 days'`;
const knownFor = sql`interval '30 days'`;
const paymentsBefore = 3;

/** Known for a month, three payments that arrived, and not asked in the last half year. */
export async function findCustomersToAsk(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from customer.customer c
    where c.state = 'active' and c.review_state in ('none', 'asked') and c.created_at < now() - ${knownFor}
      and coalesce(c.review_asked_at < now() - ${askAgainAfter}, true)
      and (select count(*) from (select from payment.payment p
        where p.customer_id = c.id and p.state = 'completed' limit ${paymentsBefore}) as done) = ${paymentsBefore}
    order by c.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
