import type { DealerQuote, DealForDealer, DealQuote, DealView } from '@larkmere/contract/fx/manual-fx';
import type { MoneyView } from '@larkmere/contract/platform/fields';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import { type Message, message } from '@larkmere/messages/message';
import { toDisplayedRate, toDisplayedTarget } from '@larkmere/money/displayed-rate';
import { rateWithBase } from '@larkmere/money/market-convention';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import { loadRequestSummaries } from '../../approvals/approval/approval.ts';
import { customerSummaries } from '../../customers/customer/customer.ts';
import { findTimelines } from '../../platform/lifecycle/change-state.ts';
import { pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import type { Ctx, StaffCtx } from '../../platform/requests/verb.ts';
import { zip } from '../../platform/values/values.ts';
import { priceFromRow } from '../conversion/conversion.ts';
import { dealLifecycle } from './deal-lifecycle.ts';
import { staffNames } from './manual-fx.read.ts';
import { type DealRow, findDealQuotes, type QuoteRow } from './manual-fx.sql.ts';
import { marginInGbp } from './price-deal.ts';

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

export async function viewDeals(ctx: Pick<Ctx, 'tx'>, rows: readonly DealRow[]): Promise<DealView[]> {
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
