import { type Currency, isCurrency } from '@larkmere/money/money';
import { formatRate, type Rate, readRate } from '@larkmere/money/rate';
import { sql } from 'kysely';
import { columnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';

export type LatestRow = Readonly<{
  perEuro: Rate;
  source: string;
  pricedAt: Date;
  confirmedAt: Date;
  validUntil: Date;
}>;

export const storedDecimals = 15;

type StoredLatest = Omit<LatestRow, 'perEuro'> & Readonly<{ currency: Currency; perEuro: string }>;

/** The source of a rate that staff set. */
export const manualSource = 'manual';

/** What staff set for a currency, until it ends, in place of its last rate of a source. */
export async function selectLatest(tx: Tx, only?: readonly Currency[]): Promise<LatestRow[]> {
  const condition = only === undefined ? sql`true` : sql`l.currency = any (${only}::text[])`;
  const { rows } = await sql<StoredLatest>`
    select l.currency, coalesce(m.per_euro, l.per_euro) as per_euro,
      case when m.id is null then l.source else ${manualSource} end as source,
      coalesce(m.decided_at, l.priced_at) as priced_at, coalesce(m.decided_at, l.confirmed_at) as confirmed_at,
      coalesce(m.ends_at, l.valid_until) as valid_until
    from rate.latest l left join lateral (
      select * from rate.manual_rate where currency = l.currency and state = 'approved' and ends_at > now()
      order by decided_at desc limit 1) m on true
    where ${condition} order by l.currency`.execute(tx);
  return rows.flatMap(({ currency, perEuro: text, ...row }) => {
    const perEuro = perEuroOf(currency, text);
    return perEuro ? [{ ...row, perEuro }] : [];
  });
}

type ConfirmedRates = Readonly<{
  perEuro: readonly Rate[];
  source: string;
  pricedAt: Date;
  confirmedAt: Date;
  validUntil: Date;
}>;

export async function upsertLatest(tx: Tx, confirmed: ConfirmedRates): Promise<string[]> {
  const { perEuro, source, pricedAt, confirmedAt, validUntil } = confirmed;
  const currencies = perEuro.map(({ quote }) => quote);
  const values = perEuro.map((rate) => formatRate(rate, storedDecimals));
  const { rows } = await sql<{ currency: Currency; moved: boolean }>`
    with old as (select currency, per_euro from rate.latest)
    insert into rate.latest as l (currency, per_euro, source, priced_at, confirmed_at, valid_until)
    select currency, per_euro, ${source}, ${pricedAt}, ${confirmedAt}::timestamptz, ${validUntil}::timestamptz
    from unnest(${currencies}::text[], ${values}::numeric[]) as fresh (currency, per_euro)
    on conflict (currency) do update set per_euro = excluded.per_euro, source = excluded.source,
      priced_at = excluded.priced_at, confirmed_at = excluded.confirmed_at, valid_until = excluded.valid_until
    where l.priced_at <= excluded.priced_at or l.source <> excluded.source
    returning l.currency, l.per_euro is distinct from (select old.per_euro from old where old.currency = l.currency) as moved
  `.execute(tx);
  return rows.filter(({ moved }) => moved).map(({ currency }) => currency);
}

export const selectFixings = (tx: Tx, currency: Currency) =>
  tx.selectFrom('rate.fixing').select(['day', 'perEuro']).where('currency', '=', currency).orderBy('day').execute();

export async function fixingsVersion(tx: Tx): Promise<string> {
  const { count, latest } = await tx
    .selectFrom('rate.fixing')
    .select([sql<bigint>`count(*)`.as('count'), sql<string | null>`max(day)`.as('latest')])
    .executeTakeFirstOrThrow();
  return `${count} to ${latest}`;
}

export type Fixing = Readonly<{ currency: Currency; day: string; perEuro: string }>;

export async function insertFixings(tx: Tx, source: string, fixings: readonly Fixing[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into rate.fixing (currency, day, per_euro, source)
    select currency, day, per_euro, ${source} from jsonb_to_recordset(${columnJson(fixings)}::jsonb)
      as f (currency text, day date, per_euro numeric)
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows);
}

export async function upsertBars(tx: Tx, source: string, endsAt: Date, perEuro: readonly Rate[]): Promise<void> {
  await tx
    .insertInto('rate.bar')
    .values(
      perEuro.map((rate) => ({
        currency: rate.quote,
        endsAt,
        perEuro: formatRate(rate, storedDecimals),
        source,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['currency', 'endsAt']).doUpdateSet((row) => ({
        perEuro: row.ref('excluded.perEuro'),
        source: row.ref('excluded.source'),
      })),
    )
    .execute();
}

export const selectBars = (tx: Tx, currency: Currency, from: Date, to: Date) =>
  tx
    .selectFrom('rate.bar')
    .select(['endsAt', 'perEuro'])
    .where('currency', '=', currency)
    .where('endsAt', '>', from)
    .where('endsAt', '<=', to)
    .orderBy('endsAt')
    .execute();

export const perEuroOf = (currency: Currency, text: string): Rate | undefined =>
  isCurrency(currency) ? readRate('EUR', currency, text) : undefined;
