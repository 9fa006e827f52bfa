import { sql } from 'kysely';

/** What the customer `p` sent to other members in the currency of `p` on the day `d`. */
export const sentToMembersThatDay = sql`
  (select coalesce(sum(amount_minor), 0)::bigint from member_transfer.transfer
    where customer_id = p.customer_id and currency = p.currency and made_at >= d.begins and made_at < d.ends)`;
