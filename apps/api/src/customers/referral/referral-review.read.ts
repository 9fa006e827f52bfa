import type { StaffReferral } from '@larkmere/contract/back-office/referral-review';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

type StaffRow = Omit<StaffReferral, 'reward' | 'registeredAt'> &
  Readonly<{ currency: Currency; rewardMinor: bigint; registeredAt: Date }>;

/** Undefined for an unknown customer. Open appeals first, then the newest. */
export async function selectForStaff(tx: Tx, customerId: string): Promise<StaffRow[] | undefined> {
  const known = await sql`select from customer.customer where id = ${customerId}`.execute(tx);
  if (known.rows.length === 0) return undefined;
  const { rows } = await sql<StaffRow>`
    select r.id as uid, case when r.referrer_id = ${customerId} then 'referrer' else 'friend' end as role,
      jsonb_build_object('uid', c.id, 'name', c.name, 'memberCode', c.member_code) as customer,
      r.state, r.reason, r.offer_code as offer, r.currency, r.reward_minor,
      r.registered_at, r.complete_by,
      case when a.id is not null then jsonb_build_object('uid', a.id, 'text', a.text, 'state', a.state, 'requestedAt', a.requested_at,
        'decidedBy', s.name, 'decidedAt', a.decided_at, 'answer', a.answer) end as appeal
    from referral.referral r
      join customer.customer c on c.id = case when r.referrer_id = ${customerId} then r.customer_id else r.referrer_id end
      left join referral.appeal a on a.referral_id = r.id left join staff.member s on s.id = a.decided_by
    where ${customerId} in (r.referrer_id, r.customer_id)
    order by a.state = 'open' desc nulls last, r.registered_at desc, r.id`.execute(tx);
  return rows;
}
