import { allows } from '@larkmere/contract/back-office/permissions';
import type { contract } from '@larkmere/contract/contract';
import type { DealerQuote, DealForDealer, DealingDesk, DealQuote, DealView } from '@larkmere/contract/fx/manual-fx';
import type { MoneyView } from '@larkmere/contract/platform/fields';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import { type Message, message } from '@larkmere/messages/message';
import { toDisplayedRate, toDisplayedTarget } from '@larkmere/money/displayed-rate';
import { rateWithBase } from '@larkmere/money/market-convention';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import { sql } from 'kysely';
import { loadRequestSummaries } from '../../approvals/approval/approval.ts';
import { customerSummaries } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { findTimelines } from '../../platform/lifecycle/change-state.ts';
import { isFinal, pendingStatus, statesOf } from '../../platform/lifecycle/lifecycle.ts';
import type { Ctx, StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { zip } from '../../platform/values/values.ts';
import { currentMarketHours, priceFromRow, reopensAt } from '../conversion/conversion.ts';
import { listNewestRates } from '../rate/rate.ts';
import { dealLifecycle } from './deal-lifecycle.ts';
import { type DealRow, findDealQuotes, findDeals, findOpenDeals, type QuoteRow } from './manual-fx.sql.ts';
import { limitOf, marginInGbp } from './price-deal.ts';

const midnight = sql`date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London'`;

async function staffNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from staff.member where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function findDealsSettledToday(tx: Tx, most: number): Promise<DealRow[]> {
  const { rows } = await sql<DealRow>`
    select d.* from manual_fx.deal d join manual_fx.transition t on t.deal_id = d.id and t.state = 'settled'
    where d.state = 'settled' and t.at >= ${midnight} order by t.at desc limit ${most}`.execute(tx);
  return rows;
}

type DealtToday = Readonly<{ deals: number; valueMinor: bigint; marginMinor: bigint }>;

/** Deals that customers accepted today and that can still settle. In pounds at the time of their quotes. */
async function sumDealsOfToday(tx: Tx): Promise<DealtToday> {
  const { rows } = await sql<DealtToday>`
    select count(*)::int as deals, coalesce(sum(q.gbp_minor), 0)::bigint as value_minor,
      coalesce(sum(round(q.gbp_minor * (q.mid_value_minor - q.buy_minor)::numeric / q.mid_value_minor)), 0)::bigint
        as margin_minor
    from manual_fx.transition t join manual_fx.deal d on d.id = t.deal_id
      join manual_fx.quote q on q.deal_id = d.id and q.number = d.quote_number
    where t.state = 'accepted' and t.at >= ${midnight} and d.state in ('accepted', 'booked', 'settled')`.execute(tx);
  return rows[0] ?? { deals: 0, valueMinor: 0n, marginMinor: 0n };
}

/** What accepted and booked deals will add to each position: the sold amount, less the bought one at mid. */
export async function sumUnsettledDeals(tx: Tx): Promise<Money[]> {
  const { rows } = await sql<{ currency: Currency; minor: bigint }>`
    select currency, sum(minor)::bigint as minor from (
      select q.sell as currency, q.sell_minor - q.fee_minor as minor, q.deal_id, q.number from manual_fx.quote q
      union all select q.buy, -q.mid_value_minor, q.deal_id, q.number from manual_fx.quote q
    ) as leg join manual_fx.deal d on d.id = leg.deal_id and d.quote_number = leg.number
    where d.state in ('accepted', 'booked') group by currency order by currency`.execute(tx);
  return rows.map(({ currency, minor }) => money(currency, minor));
}

/** Of the customer’s last deal in this pair that was not this one. */
export async function lastMarginBps(tx: Tx, { id, customerId, sell, buy }: DealRow): Promise<number | null> {
  const { rows } = await sql<{ bps: number }>`
    select q.margin_bps as bps from manual_fx.deal d
      join manual_fx.quote q on q.deal_id = d.id and q.number = d.quote_number
    where d.customer_id = ${customerId} and d.id <> ${id} and d.sell = ${sell} and d.buy = ${buy}
      and d.state in ('accepted', 'booked', 'settled')
    order by q.quoted_at desc limit 1`.execute(tx);
  return rows[0]?.bps ?? null;
}

export const toMoneyView = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });

export function dealTarget({ sell, buy, target, targetBase: base }: DealRow): Rate | undefined {
  if (target === null || base === null) return undefined;
  const rate = readRate(base, base === sell ? buy : sell, target);
  return rate && rateWithBase(sell, rate);
}

const quoteExpiresAt = ({ validUntil, quotedAt, validSeconds }: QuoteRow): Date =>
  validUntil ?? new Date(quotedAt.getTime() + validSeconds * 1000);

export const dealPendingStatus = (deal: DealRow, quote: QuoteRow | undefined): PendingStatus | null =>
  pendingStatus(dealLifecycle, deal.state, { ...deal, quoteExpiresAt: quote && quoteExpiresAt(quote) });

export function viewQuote(row: QuoteRow): DealQuote {
  const { rate, mid, marginBps, sell, buy } = priceFromRow(row);
  return {
    number: row.number,
    displayedRate: toDisplayedRate(rate),
    displayedMidRate: toDisplayedRate(mid),
    marginBps,
    sellAmount: toMoneyView(sell),
    buyAmount: toMoneyView(buy),
    validUntil: quoteExpiresAt(row).toISOString(),
    dealer: row.dealer,
  };
}

export const describeDeal = ({ side, sell, buy, amountMinor }: DealRow): Message =>
  side === 'sell'
    ? message('deal_sell', { sell: money(sell, amountMinor), buyCurrency: buy })
    : message('deal_buy', { sellCurrency: sell, buy: money(buy, amountMinor) });

async function viewDeals(ctx: Pick<Ctx, 'tx'>, rows: readonly DealRow[]): Promise<DealView[]> {
  const ids = rows.map(({ id }) => id);
  const quotes = Map.groupBy(await findDealQuotes(ctx.tx, ids), ({ dealId }) => dealId);
  const badges = await loadRequestSummaries(ctx.tx, 'manual_fx', ids);
  const steps = await findTimelines(ctx.tx, dealLifecycle, ids);
  return rows.map((row) => {
    const [sell, buy] = [row.sell, row.buy];
    const target = dealTarget(row);
    const quote = quotes.get(row.id)?.find(({ number }) => number === row.quoteNumber);
    return {
      uid: row.id,
      reference: row.reference,
      state: row.state,
      sell,
      buy,
      side: row.side,
      amount: toMoneyView(money(row.side === 'sell' ? sell : buy, row.amountMinor)),
      sourceBankholderId: row.sourceBankholderId,
      targetBankholderId: row.targetBankholderId,
      valueDate: row.valueDate,
      instruction: row.instruction,
      target: target ? toDisplayedTarget(target) : null,
      comment: row.comment,
      callbackPhone: row.callbackPhone,
      quote: quote ? viewQuote(quote) : null,
      reason: row.reason,
      waiting: dealPendingStatus(row, quote),
      approvalRequest: badges.get(row.id) ?? null,
      timeline: steps.get(row.id) ?? [],
      createdAt: row.createdAt.toISOString(),
    };
  });
}

export async function viewDeal(ctx: Pick<Ctx, 'tx'>, row: DealRow): Promise<DealView> {
  const [view] = await viewDeals(ctx, [row]);
  if (!view) throw new Error(`deal ${row.id} has no view`);
  return view;
}

const viewQuoteForDealer = (row: QuoteRow, readerId: string): DealerQuote => ({
  ...viewQuote(row),
  quotedAt: row.quotedAt.toISOString(),
  gbpValue: toMoneyView(money('GBP', row.gbpMinor)),
  gbpMargin: toMoneyView(marginInGbp(row)),
  isOwn: row.quotedBy === readerId,
});

export async function viewDealsForDealer(ctx: StaffCtx, rows: readonly DealRow[]): Promise<DealForDealer[]> {
  const { tx, actor } = ctx;
  const owners = await customerSummaries(
    tx,
    rows.map(({ customerId }) => customerId),
  );
  const quotes = Map.groupBy(
    await findDealQuotes(
      tx,
      rows.map(({ id }) => id),
    ),
    ({ dealId }) => dealId,
  );
  const dealers = await staffNames(
    tx,
    rows.flatMap(({ dealerId }) => dealerId ?? []),
  );
  const views = await viewDeals(ctx, rows);
  return zip(views, rows).map(([view, row]) => {
    const [last] = quotes.get(row.id) ?? [];
    const current = quotes.get(row.id)?.find(({ number }) => number === row.quoteNumber);
    const owner = owners.get(row.customerId);
    return {
      ...view,
      customerId: row.customerId,
      customer: owner?.name ?? '',
      memberCode: owner?.memberCode ?? '',
      tier: row.tier,
      dealerId: row.dealerId,
      dealer: dealers.get(row.dealerId ?? '') ?? null,
      isOwn: row.dealerId === actor.staffId,
      quote: current ? viewQuoteForDealer(current, actor.staffId) : null,
      waiting: last && last.publishedAt === null ? viewQuoteForDealer(last, actor.staffId) : null,
    };
  });
}

const maxResults = 100;

export const listDeals: Verb<typeof contract.manualFx.list> = async (ctx) => ({
  list: await viewDeals(ctx, await findDeals(ctx.tx, ctx.actor, maxResults)),
});

const tickerCurrencies: readonly Currency[] = ['EUR', 'THB', 'USD', 'JPY'];

/** Dealers see a request only after the customer's own colleagues approved it. */
const openStates = statesOf(dealLifecycle).filter(
  (state) => !isFinal(dealLifecycle, state) && state !== 'pending_approval',
);

export const showDealingDesk: Verb<typeof contract.manualFx.workQueue> = async (ctx) => {
  const { tx, now, actor } = ctx;
  const { deals, valueMinor, marginMinor } = await sumDealsOfToday(tx);
  const { times } = await currentMarketHours(tx);
  return {
    at: now.toISOString(),
    list: await viewDealsForDealer(ctx, await findOpenDeals(tx, openStates, maxResults)),
    settledToday: await viewDealsForDealer(ctx, await findDealsSettledToday(tx, maxResults)),
    limit: allows(actor.permissions, ['dealing_desk', 'act']) ? toMoneyView(await limitOf(ctx)) : null,
    today: {
      deals,
      value: toMoneyView(money('GBP', valueMinor)),
      margin: toMoneyView(money('GBP', marginMinor)),
    },
    unsettled: (await sumUnsettledDeals(tx)).map(toMoneyView),
    rates: await tickerRates(ctx),
    marketOpensAt: reopensAt(times, '', now)?.toISOString() ?? null,
  };
};

async function tickerRates(ctx: StaffCtx): Promise<DealingDesk['rates']> {
  const newest = await listNewestRates(ctx, 'GBP');
  return tickerCurrencies.flatMap((currency) =>
    newest
      .filter(({ rate }) => rate.quote === currency)
      .map(({ rate, at, isGood }) => ({
        displayedMidRate: toDisplayedRate(rate),
        at: at.toISOString(),
        isCurrent: isGood,
      })),
  );
}
