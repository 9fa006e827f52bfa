import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';

type Promised = Readonly<{ newsAt: Date; decidedBy: Date }>;

/** When the payer of a payment under review hears more, and by when it is decided. */
export async function promisedAt(tx: Tx, now: Date): Promise<Promised> {
  const { rows } = await sql<Promised>`
    select ${now}::timestamptz + news_hours * interval '1 hour' as "newsAt",
      ${now}::timestamptz + decide_hours * interval '1 hour' as "decidedBy"
    from payment.setting where effective_from <= now() order by effective_from desc limit 1`.execute(tx);
  return rows[0] as Promised;
}

type Rail = Readonly<{ rail: string; currency: string }>;

/** How long the bank may take to answer an order before it is asked, in seconds. */
export const answerSecondsOf = gathered('reads', async (tx, rails: readonly Rail[]): Promise<number[]> => {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce((select answer_seconds from payment.rail_rule r
      where r.rail = a.rail and r.currency = a.currency and effective_from <= now() order by effective_from desc limit 1), 15) as seconds
    from unnest(${rails.map(({ rail }) => rail)}::text[], ${rails.map(({ currency }) => currency)}::text[])
      with ordinality as a (rail, currency, place)
    order by a.place`.execute(tx);
  return rows.map(({ seconds }) => seconds);
});
