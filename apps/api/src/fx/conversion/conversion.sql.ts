import type { Currency } from '@larkmere/money/money';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { columnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { FxBatchQuote, FxConversion, FxPendingConversion, FxQuote } from '../../platform/db/schema.gen.ts';
import { inForce, requireSetting, type SettingRow } from '../../platform/settings/setting.ts';
import { marketHours, type priceRule, quoteSetting } from './conversion.settings.ts';
import type { MarketClosures } from './market-hours.ts';

export type PriceRule = SettingRow<typeof priceRule>;
export type QuoteRow = Readonly<Selectable<FxQuote>>;
export type BatchQuoteRow = Readonly<Selectable<FxBatchQuote>>;

export type MarketHours = Readonly<{
  times: MarketClosures;
  policy: 'block' | 'indicative' | 'markup';
  markupBps: Readonly<Record<'plus' | 'wallet', number>>;
  allowHoldUntilOpen: boolean;
  message: string;
}>;

export async function currentMarketHours(tx: Tx): Promise<MarketHours> {
  const row = await requireSetting(tx, marketHours, {});
  const { timezone, weekly, holidays } = row;
  return {
    times: { timezone, weekly, holidays },
    policy: row.policy,
    markupBps: { plus: row.plusMarkupBps, wallet: row.walletMarkupBps },
    allowHoldUntilOpen: row.allowHoldUntilOpen,
    message: row.message,
  };
}

export async function nextQuoteAllowedAt(tx: Tx, customerId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    with setting as (
      ${inForce(quoteSetting, {}, { select: sql`quotes_per_minute as most` })}
    )
    select made_at + interval '1 minute' as at from (
      select made_at from fx.quote
      where customer_id = ${customerId} and made_at > now() - interval '1 minute' and batch_id is null
      union all
      select made_at from fx.batch_quote where customer_id = ${customerId} and made_at > now() - interval '1 minute') as quoted
    order by made_at desc offset (select most - 1 from setting) limit 1`.execute(tx);
  return rows[0]?.at;
}

type DisplayedRate = Readonly<{
  customerId: string;
  userId: string;
  tier: string;
  sell: Currency;
  buy: Currency;
  rate: string;
}>;

export async function findDisplayedQuote(
  tx: Tx,
  { customerId, userId, tier, sell, buy, rate }: DisplayedRate,
): Promise<(QuoteRow & Readonly<{ toleranceBps: number }>) | undefined> {
  const { rows } = await sql<QuoteRow & { toleranceBps: number }>`
    with setting as (
      ${inForce(quoteSetting, {})}
    )
    select q.*, displayed_rate_tolerance_bps as tolerance_bps from fx.quote q, setting
    where q.customer_id = ${customerId} and q.user_id = ${userId}
      and q.tier = ${tier} and q.sell = ${sell} and q.buy = ${buy} and q.rate = ${rate}::numeric and not q.indicative
      and q.made_at > now() - make_interval(secs => displayed_rate_seconds)
    order by q.made_at desc limit 1`.execute(tx);
  return rows[0];
}

export const insertQuote = (tx: Tx, quote: Insertable<FxQuote>): Promise<QuoteRow> =>
  tx.insertInto('fx.quote').values(quote).returningAll().executeTakeFirstOrThrow();

const quoteColumns =
  sql.raw(`id, customer_id, user_id, tier, side, sell, buy, sell_minor, fee_minor, buy_minor, mid, rate,
  margin_bps, mid_value_minor, spread_minor, rounding_minor, off_hours, indicative, state, made_at, expires_at, batch_id`);

export async function insertQuotes(tx: Tx, quotes: readonly Insertable<FxQuote>[]): Promise<void> {
  await sql`insert into fx.quote (${quoteColumns})
    select ${quoteColumns} from jsonb_populate_recordset(null::fx.quote, ${columnJson(quotes)}::jsonb)`.execute(tx);
}

export const insertBatchQuote = (tx: Tx, quote: Insertable<FxBatchQuote>): Promise<BatchQuoteRow> =>
  tx.insertInto('fx.batch_quote').values(quote).returningAll().executeTakeFirstOrThrow();

export const findBatchQuoteRow = (tx: Tx, id: string): Promise<BatchQuoteRow | undefined> =>
  tx.selectFrom('fx.batch_quote').selectAll().where('id', '=', id).executeTakeFirst();

export const findQuoteRow = (tx: Tx, id: string): Promise<QuoteRow | undefined> =>
  tx.selectFrom('fx.quote').selectAll().where('id', '=', id).executeTakeFirst();

export const findQuoteRows = (tx: Tx, ids: readonly string[]): Promise<QuoteRow[]> =>
  tx.selectFrom('fx.quote').selectAll().where('id', 'in', ids).execute();

export const lockQuoteRow = (tx: Tx, id: string): Promise<QuoteRow | undefined> =>
  tx.selectFrom('fx.quote').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export async function setQuoteState(tx: Tx, id: string, state: 'accepted' | 'used' | 'withdrawn'): Promise<void> {
  const endedAt = state === 'accepted' ? null : sql<Date>`now()`;
  await tx.updateTable('fx.quote').set({ state, endedAt }).where('id', '=', id).execute();
}

export async function withdrawQuote(tx: Tx, id: string, userId: string): Promise<void> {
  await tx
    .updateTable('fx.quote')
    .set({ state: 'withdrawn', endedAt: sql`now()` })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('state', '=', 'open')
    .execute();
}

/** A record only: `expires_at` alone decides whether a quote has expired. */
export async function expireQuotes(tx: Tx): Promise<void> {
  await tx
    .updateTable('fx.quote')
    .set({ state: 'expired', endedAt: sql`now()` })
    .where('state', '=', 'open')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute();
}

const conversionColumns = sql.raw(`id, reference, customer_id, user_id, cause, quote_id, from_account, to_account, sell,
  buy, sell_minor, fee_minor, buy_minor, mid, rate, margin_bps, mid_value_minor, spread_minor, rounding_minor`);

export async function insertConversions(tx: Tx, conversions: readonly Insertable<FxConversion>[]): Promise<void> {
  if (conversions.length === 0) return;
  await sql`insert into fx.conversion (${conversionColumns})
    select ${conversionColumns} from jsonb_populate_recordset(null::fx.conversion, ${columnJson(conversions)}::jsonb)`.execute(
    tx,
  );
}

export type PendingConversion = Readonly<Selectable<FxPendingConversion>>;

export const insertPendingConversion = (tx: Tx, row: Insertable<FxPendingConversion>): Promise<PendingConversion> =>
  tx.insertInto('fx.pending_conversion').values(row).returningAll().executeTakeFirstOrThrow();

export const lockPendingConversion = (tx: Tx, id: string): Promise<PendingConversion | undefined> =>
  tx
    .selectFrom('fx.pending_conversion')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'awaiting_approval')
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function closePendingConversion(
  tx: Tx,
  id: string,
  change: Updateable<FxPendingConversion>,
): Promise<void> {
  await tx.updateTable('fx.pending_conversion').set(change).where('id', '=', id).execute();
}
