import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

type Held = Readonly<{ depth: number; oldestMinutes: number | null }>;

/** Payments that wait for a person here. Those that wait for an answer of the customer do not. */
export async function countHeldPayments(tx: Tx): Promise<Held> {
  const { rows } = await sql<Held>`
    select count(*)::int as depth, floor(extract(epoch from now() - min(created_at)) / 60)::int as oldest_minutes
    from payment.payment where is_in_progress and state = 'in_review'`.execute(tx);
  return rows[0] ?? { depth: 0, oldestMinutes: null };
}

type Decided = Readonly<{ released: number; refused: number; questions: number; lastHour: number }>;

/** By the audit log, where each decision is one row. */
export async function countDecisionsToday(tx: Tx): Promise<Decided> {
  const { rows } = await sql<Decided>`
    select count(*) filter (where is_today and action = 'review.released')::int as released,
      count(*) filter (where is_today and action = 'review.refused')::int as refused,
      count(*) filter (where is_today and action = 'review.information_requested')::int as questions,
      count(*) filter (where at > now() - interval '1 hour')::int as last_hour
    from (
      select action, at, at >= date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London' as is_today
      from platform.audit
      where actor_kind = 'staff' and action in ('review.released', 'review.refused', 'review.information_requested')
        and at > now() - interval '25 hours'
    ) decision`.execute(tx);
  return rows[0] ?? { released: 0, refused: 0, questions: 0, lastHour: 0 };
}
