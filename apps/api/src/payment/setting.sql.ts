import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';

type Promised = Readonly<{ newsAt: Date; decidedBy: Date }>;

export async function promisedAt(tx: Tx, now: Date): Promise<Promised> {
  const { rows } = await sql<Promised>`
    select ${now}::timestamptz + news_hours * interval '1 hour' as "newsAt",
      ${now}::timestamptz + decide_hours * interval '1 hour' as "decidedBy"
    from payment.setting where effective_from <= now() order by effective_from desc limit 1`.execute(tx);
  return rows[0] as Promised;
}

type Rail = Readonly<{ rail: string; currency: string }>;

/** In seconds since the instruction was first submitted. */
export type Silence = Readonly<{ answerSeconds: number; sendAgainSeconds: number; giveUpSeconds: number }>;

/** Uses the rule in force at submission, so a stricter rule cannot abandon payments in transit. */
export const silenceOf = gathered('reads', async (tx, rails: readonly (Rail & { at: Date })[]): Promise<Silence[]> => {
  const { rows } = await sql<Silence>`
    select coalesce(answer_seconds, 15) as "answerSeconds", coalesce(send_again_seconds, 600) as "sendAgainSeconds",
      coalesce(give_up_seconds, 1200) as "giveUpSeconds"
    from unnest(${rails.map(({ rail }) => rail)}::text[], ${rails.map(({ currency }) => currency)}::text[],
        ${rails.map(({ at }) => at)}::timestamptz[]) with ordinality as a (rail, currency, at, place)
      left join lateral (select * from payment.rail_rule r
        where r.rail = a.rail and r.currency = a.currency and effective_from <= a.at order by effective_from desc limit 1) r on true
    order by a.place`.execute(tx);
  return rows;
});

export async function heardOfAgainBy(tx: Tx, now: Date): Promise<Date> {
  const { rows } = await sql<{ by: Date }>`
    select ${now}::timestamptz + late_hours * interval '1 hour' as by
    from payment.setting where effective_from <= now() order by effective_from desc limit 1`.execute(tx);
  return (rows[0] as { by: Date }).by;
}
