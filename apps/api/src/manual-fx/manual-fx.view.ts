import type { MoneyView } from '@larkmere/contract/fields';
import type { DealForDealer, DealQuote, DealState, DealView } from '@larkmere/contract/manual-fx';
import { moneyText } from '@larkmere/money/amount-text';
import { ratePricing } from '@larkmere/money/market-order';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import { showRate, showTarget } from '@larkmere/money/rate-text';
import { ownersOf } from '../customer/customer.ts';
import { priceOfColumns } from '../fx/fx.ts';
import type { Ctx } from '../kernel/verb.ts';
import { badgesOf } from '../team-approval/team-approval.ts';
import { type DealRow, type QuoteRow, quotesOf, transitionsOf } from './manual-fx.sql.ts';
import { waitingOf } from './waiting.ts';

const wire = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });

export function targetOf({ sell, buy, target, target_base: base }: DealRow): Rate | undefined {
  if (target === null || base === null) return undefined;
  const rate = readRate(base as Currency, (base === sell ? buy : sell) as Currency, target);
  return rate && ratePricing(sell as Currency, rate);
}

export const untilOf = ({ valid_until, quoted_at, valid_seconds }: QuoteRow): Date =>
  valid_until ?? new Date(quoted_at.getTime() + valid_seconds * 1000);

export const standing = ({ state, value_date }: DealRow) => ({ state: state as DealState, valueDate: value_date });

export function viewQuote(row: QuoteRow): DealQuote {
  const { rate, mid, marginBps, sell, buy } = priceOfColumns(row);
  return {
    number: row.number,
    shown: showRate(rate),
    shownMid: showRate(mid),
    marginBps,
    sellAmount: wire(sell),
    buyAmount: wire(buy),
    validUntil: untilOf(row).toISOString(),
    dealer: row.dealer,
  };
}

export const whatOf = ({ side, sell, buy, amount_minor }: DealRow): string =>
  side === 'sell'
    ? `${moneyText(money(sell as Currency, amount_minor))} into ${buy}`
    : `${sell} into ${moneyText(money(buy as Currency, amount_minor))}`;

export async function viewDeals(ctx: Pick<Ctx, 'tx'>, rows: readonly DealRow[]): Promise<DealView[]> {
  const ids = rows.map(({ id }) => id);
  const quotes = Map.groupBy(await quotesOf(ctx.tx, ids), ({ deal_id }) => deal_id);
  const badges = await badgesOf(ctx.tx, 'manual_fx', ids);
  const steps = Map.groupBy(await transitionsOf(ctx.tx, ids), ({ deal_id }) => deal_id);
  return rows.map((row) => {
    const [sell, buy] = [row.sell as Currency, row.buy as Currency];
    const target = targetOf(row);
    const quote = quotes.get(row.id)?.find(({ number }) => number === row.quote_number);
    return {
      uid: row.id,
      reference: row.reference,
      state: row.state as DealState,
      sell,
      buy,
      side: row.side as DealView['side'],
      amount: wire(money(row.side === 'sell' ? sell : buy, row.amount_minor)),
      sourceBankholderId: row.source_bankholder_id,
      targetBankholderId: row.target_bankholder_id,
      valueDate: row.value_date,
      instruction: row.instruction as DealView['instruction'],
      target: target ? showTarget(target) : null,
      comment: row.comment,
      callbackPhone: row.callback_phone,
      quote: quote ? viewQuote(quote) : null,
      reason: row.reason,
      waiting: waitingOf(standing(row), quote && untilOf(quote)),
      teamApproval: badges.get(row.id) ?? null,
      timeline: (steps.get(row.id) ?? []).map(({ state, at }) => ({ state: state as DealState, at: at.toISOString() })),
      createdAt: row.created_at.toISOString(),
    };
  });
}

export async function viewDeal(ctx: Pick<Ctx, 'tx'>, row: DealRow): Promise<DealView> {
  const [view] = await viewDeals(ctx, [row]);
  if (!view) throw new Error(`deal ${row.id} has no view`);
  return view;
}

export async function viewForDealer(ctx: Pick<Ctx, 'tx'>, rows: readonly DealRow[]): Promise<DealForDealer[]> {
  const owners = await ownersOf(
    ctx.tx,
    rows.map(({ customer_id }) => customer_id),
  );
  const quotes = await quotesOf(
    ctx.tx,
    rows.map(({ id }) => id),
  );
  const views = await viewDeals(ctx, rows);
  return views.map((view, i) => {
    const row = rows[i] as DealRow;
    const last = quotes.find(({ deal_id }) => deal_id === row.id);
    const owner = owners.get(row.customer_id);
    return {
      ...view,
      customer: owner?.name ?? '',
      memberCode: owner?.memberCode ?? '',
      dealerId: row.dealer_id,
      waiting: last && last.shown_at === null ? viewQuote(last) : null,
    };
  });
}
