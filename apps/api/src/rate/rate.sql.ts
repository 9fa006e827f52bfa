import { type Currency, isCurrency } from '@larkmere/money/money';
import { formatRate, type Rate, readRate } from '@larkmere/money/rate';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

/** The last good value of one currency: what one euro buys. */
export type LatestRow = Readonly<{
  perEuro: Rate;
  source: string;
  pricedAt: Date;
  confirmedAt: Date;
  goodUntil: Date;
}>;

/** As many decimals as the columns keep. */
export const storedDecimals = 15;

export async function selectLatest(tx: Tx, only?: readonly Currency[]): Promise<LatestRow[]> {
  const rows = await tx
    .selectFrom('rate.latest')
    .selectAll()
    .$if(only !== undefined, (query) => query.where('currency', 'in', only ?? []))
    .orderBy('currency')
    .execute();
  return rows.flatMap((row) => {
    const perEuro = perEuroOf(row.currency, row.per_euro);
    const { source, priced_at: pricedAt, confirmed_at: confirmedAt, good_until: goodUntil } = row;
    return perEuro ? [{ perEuro, source, pricedAt, confirmedAt, goodUntil }] : [];
  });
}

type Confirmed = Readonly<{
  perEuro: readonly Rate[];
  source: string;
  pricedAt: Date;
  confirmedAt: Date;
  goodUntil: Date;
}>;

/** Overwrites the last good values, and answers the currencies whose value is another than before. */
export async function upsertLatest(tx: Tx, confirmed: Confirmed): Promise<string[]> {
  const { perEuro, source, pricedAt, confirmedAt, goodUntil } = confirmed;
  const currencies = perEuro.map(({ quote }) => quote);
  const values = perEuro.map((rate) => formatRate(rate, storedDecimals));
  const { rows } = await sql<{ currency: string; moved: boolean }>`
    with old as (select currency, per_euro from rate.latest)
    insert into rate.latest as l (currency, per_euro, source, priced_at, confirmed_at, good_until)
    select currency, per_euro, ${source}, ${pricedAt}, ${confirmedAt}::timestamptz, ${goodUntil}::timestamptz
    from unnest(${currencies}::text[], ${values}::numeric[]) as fresh (currency, per_euro)
    on conflict (currency) do update set per_euro = excluded.per_euro, source = excluded.source,
      priced_at = excluded.priced_at, confirmed_at = excluded.confirmed_at, good_until = excluded.good_until
    where l.priced_at <= excluded.priced_at
    returning l.currency, l.per_euro is distinct from (select old.per_euro from old where old.currency = l.currency) as moved
  `.execute(tx);
  return rows.filter(({ moved }) => moved).map(({ currency }) => currency);
}

/** What a stored decimal says one euro buys; undefined for a currency that Larkmere keeps no accounts in. */
export const perEuroOf = (currency: string, text: string): Rate | undefined =>
  isCurrency(currency) ? readRate('EUR', currency, text) : undefined;
