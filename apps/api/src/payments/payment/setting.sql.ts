import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';

type ReviewDeadlines = Readonly<{ newsAt: Date; decidedBy: Date }>;

export async function findReviewDeadlines(tx: Tx, now: Date): Promise<ReviewDeadlines> {
  const { rows } = await sql<ReviewDeadlines>`
    select ${now}::timestamptz + update_interval_hours * interval '1 hour' as "newsAt",
      ${now}::timestamptz + decision_sla_hours * interval '1 hour' as "decidedBy"
    from payment.setting where effective_from <= now() order by effective_from desc limit 1`.execute(tx);
  return rows[0] as ReviewDeadlines;
}

type Rail = Readonly<{ rail: string; currency: string }>;

/** In seconds since the instruction was first submitted. */
export type ResponseTimeouts = Readonly<{ answerSeconds: number; sendAgainSeconds: number; giveUpSeconds: number }>;

/** Uses the rule in force at submission, so a stricter rule cannot abandon payments in transit. */
export const findResponseTimeouts = batchLoader(
  'reads',
  async (tx, rails: readonly (Rail & { at: Date })[]): Promise<ResponseTimeouts[]> => {
    const { rows } = await sql<ResponseTimeouts>`
    select coalesce(response_timeout_seconds, 15) as "answerSeconds", coalesce(resubmit_window_seconds, 600) as "sendAgainSeconds",
      coalesce(abandon_after_seconds, 1200) as "giveUpSeconds"
    from unnest(${rails.map(({ rail }) => rail)}::text[], ${rails.map(({ currency }) => currency)}::text[],
        ${rails.map(({ at }) => at)}::timestamptz[]) with ordinality as a (rail, currency, at, place)
      left join lateral (select * from payment.rail_rule r
        where r.rail = a.rail and r.currency = a.currency and effective_from <= a.at order by effective_from desc limit 1) r on true
    order by a.place`.execute(tx);
    return rows;
  },
);

export async function nextOverdueUpdateAt(tx: Tx, now: Date): Promise<Date> {
  const { rows } = await sql<{ by: Date }>`
    select ${now}::timestamptz + overdue_update_hours * interval '1 hour' as by
    from payment.setting where effective_from <= now() order by effective_from desc limit 1`.execute(tx);
  return (rows[0] as { by: Date }).by;
}
