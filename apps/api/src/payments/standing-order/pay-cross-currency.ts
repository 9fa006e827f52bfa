import { defaultText } from '@larkmere/messages/format-message';
import { describeRate, describeTarget } from '@larkmere/money/displayed-rate';
import { type Money, money } from '@larkmere/money/money';
import { compareRates, formatRate, type Rate, readRate } from '@larkmere/money/rate';
import type { Principal } from '../../customers/customer/customer.ts';
import { createImmediateQuote, requireTradingPermission } from '../../fx/conversion/conversion.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import type { StandingOrderPayment } from '../initiation/initiation.ts';
import { calculatePrice } from '../pricing/pricing.ts';
import { loadCalendar } from './calendar.read.ts';
import { type FailureReason, skipOccurrence, toEventDetails } from './close-occurrence.ts';
import type { DueOccurrence } from './due-occurrence.read.ts';
import { crossCurrencyService } from './exchange-terms.ts';
import { crossBorderRoute } from './payment-route.ts';
import { addDays, localDay, zonedTimeToUtc } from './schedule.ts';
import { standingOrderSetting } from './standing-order.settings.ts';
import {
  isApproved,
  type OccurrenceRow,
  type OrderRow,
  toCurrencyPair,
  toRegulatoryInformation,
  updateOccurrence,
} from './standing-order.sql.ts';
import { standingOrderUpdated } from './standing-order.ts';

export const toOccurrenceTerms = ({ order, occurrence, payeeAndAccount }: DueOccurrence) =>
  ({
    sourceBankholderId: order.sourceBankholderId,
    payeeUid: order.payeeId,
    payeeVersion: payeeAndAccount.payeeVersion,
    reference: occurrence.payeeReference,
    regulatoryInformation: { ...toRegulatoryInformation(order), warnedAt: order.warnedAt ?? undefined },
    occurrenceId: occurrence.id,
  }) satisfies Partial<StandingOrderPayment>;

export const unansweredReason: FailureReason = {
  code: 'unanswered',
  text: defaultText('standing_order_unanswered'),
};

/**
 * Undefined if the rate or total breaches the customer's limits; the date is then skipped or held for an answer.
 * Refusals are thrown before anything is written.
 */
export async function createCrossCurrencyOrder(
  ctx: Ctx,
  payer: Principal,
  due: DueOccurrence,
): Promise<StandingOrderPayment | undefined> {
  const { order, occurrence, payeeAndAccount } = due;
  await requireTradingPermission({ tx: ctx.tx, actor: payer }, crossCurrencyService);
  const quote = await createImmediateQuote(ctx, { tier: payer.userType, ...toExchangeRequest(order, occurrence) });
  const { sell, buy, rate } = quote.price;
  const way = crossBorderRoute(order, payeeAndAccount.payeeType);
  const { total } = await calculatePrice(ctx, payer, way, sell);
  const why = findLimitBreach(order, { rate, buy, total });
  if (why && order.onBreach === 'skip') return skipOccurrence(ctx, order, occurrence, why);
  if (why) return holdForAnswer(ctx, order, occurrence, { rate, why });
  const exchange = { kind: 'immediate', quote } as const;
  const isPreApproved = isApproved(order, occurrence);
  return { source: 'standing_order', ...way, ...toOccurrenceTerms(due), amount: buy, isPreApproved, exchange };
}

export const toExchangeRequest = (order: OrderRow, { amountMinor }: OccurrenceRow) => ({
  side: order.amountSide === 'received' ? ('buy' as const) : ('sell' as const),
  sell: order.accountCurrency,
  buy: order.payeeCurrency,
  amount: money(order.currency, amountMinor),
});

type QuotedTotal = Readonly<{ rate: Rate; buy: Money; total: Money }>;

/** `pay_anyway` overrides the rate floor, never the maximum debit. */
function findLimitBreach(order: OrderRow, { rate, buy, total }: QuotedTotal): FailureReason | undefined {
  const most = order.maxMinor === null ? undefined : money(total.currency, order.maxMinor);
  if (most && total.minor > most.minor) {
    const text = defaultText('standing_order_cost_above_maximum', { buy, total, maximum: most });
    return { code: 'above_most', text };
  }
  const floor = order.floorRate === null ? undefined : readRate(rate.base, rate.quote, order.floorRate);
  if (!floor || order.onBreach === 'pay_anyway' || compareRates(rate, floor) >= 0) return undefined;
  const text = defaultText('standing_order_rate_below_minimum', {
    rate: describeRate(rate),
    minimumRate: describeTarget(floor),
  });
  return { code: 'below_floor', text };
}

async function holdForAnswer(
  ctx: Ctx,
  order: OrderRow,
  occurrence: OccurrenceRow,
  { rate, why }: Readonly<{ rate: Rate; why: FailureReason }>,
): Promise<undefined> {
  const { tx, now } = ctx;
  const { zone } = await loadCalendar(tx, toCurrencyPair(order));
  const { retries, holdDays } = await requireSetting(tx, standingOrderSetting, {}, now);
  const until = zonedTimeToUtc(addDays(localDay(now, zone), holdDays), retries.toSorted().at(-1) ?? '17:00', zone);
  await updateOccurrence(tx, occurrence.id, {
    state: 'held_fx',
    heldRate: formatRate(rate, 10),
    nextAttemptAt: until,
    failureCode: why.code,
    failureReason: why.text,
  });
  const news = {
    ...toEventDetails(order, occurrence),
    step: 'held',
    message: why.text,
    until: until.toISOString(),
  } as const;
  await emit(ctx, standingOrderUpdated, news);
  await audit(ctx, 'standing-order.held', `standing-order:${order.id}`, { day: occurrence.day, code: why.code });
}
