import type { StandingFx } from '@larkmere/contract/standing-order-terms';
import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { compareRates, formatRate, type Rate, readRate } from '@larkmere/money/rate';
import { rateText, targetText } from '@larkmere/money/rate-text';
import { priceToUse, requireRightToDeal } from '../fx/fx.ts';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Payer, type PaymentOrder, priceOfPayment } from '../payment/payment.ts';
import { calendarOf } from './calendar.read.ts';
import { daysLater } from './day.ts';
import type { DueDate } from './due.read.ts';
import { dayThere, momentOf } from './local-time.ts';
import { crossing } from './read-exchange.ts';
import { factsOf, leaveOut, type Why } from './settle-date.ts';
import { changeOccurrence, type OccurrenceRow, type OrderRow, settingInForce } from './standing-order.sql.ts';
import { betweenOf, isTeamApproved, saidOf, standingOrderNews } from './standing-order.ts';
import { abroadWay } from './way.ts';

export const paymentOf = ({ order, occurrence, around }: DueDate) =>
  ({
    teamApproved: isTeamApproved(order, occurrence),
    sourceBankholderId: order.source_bankholder_id,
    payeeUid: order.payee_id,
    payeeVersion: around.payeeVersion,
    reference: occurrence.payee_reference,
    said: { ...saidOf(order), warnedAt: order.warned_at ?? undefined },
    source: { kind: 'standing_order', id: occurrence.id },
  }) satisfies Partial<PaymentOrder>;

export const unanswered: Why = {
  code: 'unanswered',
  text: 'You were asked, and did not answer in time. Nothing was sent.',
};

/**
 * Undefined if the rate or total breaches the customer's limits; the date is then skipped or held for an answer.
 * Refusals are thrown before anything is written.
 */
export async function orderAcross(ctx: Ctx, payer: Payer, due: DueDate): Promise<PaymentOrder | undefined> {
  const { order, occurrence, around } = due;
  await requireRightToDeal({ tx: ctx.tx, actor: payer }, crossing);
  const { quote, keep } = await priceToUse(ctx, payer, { tier: payer.userType, ...exchangeOf(order, occurrence) });
  const { sell, buy, rate } = quote.price;
  const way = abroadWay(order, around.payeeType);
  const { total } = await priceOfPayment(ctx, payer, way, sell);
  const why = breachOf(order, { rate, buy, total });
  if (why && order.on_breach === 'skip') return leaveOut(ctx, order, occurrence, why);
  if (why) return ask(ctx, order, occurrence, { rate, why });
  return { ...way, ...paymentOf(due), amount: buy, exchange: quote, keepQuote: keep };
}

export const exchangeOf = (order: OrderRow, { amount_minor }: OccurrenceRow) => ({
  side: order.amount_side === 'received' ? ('buy' as const) : ('sell' as const),
  sell: order.account_currency as Currency,
  buy: order.payee_currency as Currency,
  amount: money(order.currency as Currency, amount_minor),
});

type Found = Readonly<{ rate: Rate; buy: Money; total: Money }>;

/** `pay_anyway` overrides the rate floor, never the maximum debit. */
function breachOf(order: OrderRow, { rate, buy, total }: Found): Why | undefined {
  const most = order.most_minor === null ? undefined : money(total.currency, order.most_minor);
  if (most && total.minor > most.minor) {
    const text = `${moneyText(buy)} take ${moneyText(total)} at the moment, more than the ${moneyText(most)} you allowed. Nothing was sent.`;
    return { code: 'above_most', text };
  }
  const floor = order.floor_rate === null ? undefined : readRate(rate.base, rate.quote, order.floor_rate);
  if (!floor || (order.on_breach as StandingFx['onBreach']) === 'pay_anyway' || compareRates(rate, floor) >= 0)
    return undefined;
  const text = `Nothing was sent. The rate is ${rateText(rate)}, and you asked for ${targetText(floor)} or more.`;
  return { code: 'below_floor', text };
}

async function ask(
  ctx: Ctx,
  order: OrderRow,
  occurrence: OccurrenceRow,
  { rate, why }: Readonly<{ rate: Rate; why: Why }>,
): Promise<undefined> {
  const { tx, now } = ctx;
  const { zone } = await calendarOf(tx, betweenOf(order));
  const { retries, answer_days } = await settingInForce(tx, now);
  const until = momentOf(daysLater(dayThere(now, zone), answer_days), retries.toSorted().at(-1) ?? '17:00', zone);
  await changeOccurrence(tx, occurrence.id, {
    state: 'held_fx',
    asked_rate: formatRate(rate, 10),
    next_try_at: until,
    why_code: why.code,
    why: why.text,
  });
  const news = { ...factsOf(order, occurrence), step: 'held', message: why.text, until: until.toISOString() } as const;
  await emit(ctx, standingOrderNews, news);
  await audit(ctx, 'standing-order.held', `standing-order:${order.id}`, { day: occurrence.day, code: why.code });
}
