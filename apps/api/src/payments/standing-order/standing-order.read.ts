import type { contract } from '@larkmere/contract/contract';
import { money, readAmount } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { findRequiredFieldsByCurrency } from '../pricing/pricing.ts';
import { loadCalendar } from './calendar.read.ts';
import { findOccurrencePayments } from './due-occurrence.read.ts';
import { endStates } from './order-lifecycle.ts';
import { supportsExactDay } from './payment-route.ts';
import { firstDay, planDates } from './schedule.ts';
import { standingOrderSetting } from './standing-order.settings.ts';
import { findOrder, isOwnOrder, type OrderRow, selectHistory, selectOrders } from './standing-order.sql.ts';

import { toPlannedDate, viewOccurrence, viewStandingOrder, viewStandingOrders } from './standing-order.view.ts';
import { earliestDay } from './validate-terms.ts';

const maxOrders = 200;
const maxOccurrences = 50;

export const listStandingOrders: Verb<typeof contract.standingOrder.list> = async (ctx) => {
  const orders = await selectOrders(ctx.tx, ctx.actor, endStates, maxOrders);
  return { list: await viewStandingOrders(ctx, orders) };
};

export const getStandingOrder: Verb<typeof contract.standingOrder.view> = async (ctx, { uid }) =>
  viewStandingOrder(ctx, await findOwnOrder(ctx, uid));

export const listStandingOrderHistory: Verb<typeof contract.standingOrder.history> = async (ctx, { uid, before }) => {
  const order = await findOwnOrder(ctx, uid);
  const rows = await selectHistory(ctx.tx, { orderId: uid, before, most: maxOccurrences + 1 });
  const shown = rows.slice(0, maxOccurrences);
  const payments = await findOccurrencePayments(
    ctx.tx,
    shown.flatMap(({ paymentId }) => paymentId ?? []),
  );
  const list = shown.map((row) => viewOccurrence(order, row, payments.get(row.paymentId ?? '')));
  return { list, more: rows.length > maxOccurrences };
};

async function findOwnOrder({ tx, actor }: CustomerCtx, uid: string): Promise<OrderRow> {
  const order = await findOrder(tx, uid);
  if (!order || !isOwnOrder(actor, order)) throw new Refusal('not_found');
  return order;
}

const previewedDates = 6;

export const previewDates: Verb<typeof contract.standingOrder.preview> = async ({ tx, now, actor }, input) => {
  const { frequency, startDate, nonWorkingDay, endDate, endCount, currency, isCrossBorder = false } = input;
  const { zone, holidays } = await loadCalendar(tx, { account: input.accountCurrency ?? currency, payee: currency });
  const amount = readAmount(currency, input.amount ?? '') ?? money(currency, 1n);
  const paid = { tier: actor.userType, vendorType: 'other', amount };
  const { firstAttemptTime, retries } = await requireSetting(tx, standingOrderSetting, {}, now);
  const first = firstDay({ frequency, startDate }, holidays);
  const end =
    endCount !== undefined
      ? ({ kind: 'count', count: endCount } as const)
      : endDate !== undefined
        ? ({ kind: 'date', date: endDate } as const)
        : ({ kind: 'never' } as const);
  const dates = planDates({ frequency, firstDay: first, end, nonWorkingDay }, 0, previewedDates + 1, holidays);
  return {
    dates: dates.slice(0, previewedDates).map(toPlannedDate),
    more: dates.length > previewedDates,
    earliest: earliestDay(now, { zone }),
    exactAllowed: await supportsExactDay(tx, isCrossBorder ? 'abroad' : 'home', paid),
    requiredFields: (await findRequiredFieldsByCurrency(tx, [currency], isCrossBorder)).get(currency) ?? [],
    zone,
    firstTry: firstAttemptTime.slice(0, 5),
    retries: retries.map((time) => time.slice(0, 5)),
  };
};
