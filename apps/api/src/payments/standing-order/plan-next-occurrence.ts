import { v7 } from 'uuid';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { type Calendar, loadCalendar } from './calendar.read.ts';
import { addDays, type PlannedDate, planDates, zonedTimeToUtc } from './schedule.ts';
import { type StandingOrderSetting, standingOrderSetting } from './standing-order.settings.ts';
import { insertOccurrence, type OrderRow, selectUsedDays, toCurrencyPair, toSchedule } from './standing-order.sql.ts';

const datesPerBatch = 50;

type OccurrenceTiming = Readonly<{ payDay: string; warnDays: number }>;

export const scheduleTimes = (
  { payDay, warnDays }: OccurrenceTiming,
  { zone }: Calendar,
  { firstAttemptTime, warnAt }: StandingOrderSetting,
) => ({
  nextAttemptAt: zonedTimeToUtc(payDay, firstAttemptTime, zone),
  warnAt: warnDays === 0 ? null : zonedTimeToUtc(addDays(payDay, -warnDays), warnAt, zone),
});

export async function findNextDate(
  { tx }: Pick<Ctx, 'tx'>,
  order: OrderRow,
  from: number,
): Promise<PlannedDate | undefined> {
  const schedule = toSchedule(order);
  const { holidays } = await loadCalendar(tx, toCurrencyPair(order));
  for (let number = from; ; number += datesPerBatch) {
    const dates = planDates(schedule, number, datesPerBatch, holidays);
    const [first] = dates;
    if (!first) return undefined;
    const taken = await selectUsedDays(tx, order.id, first.day);
    const free = dates.find(({ day }) => !taken.has(day));
    if (free || dates.length < datesPerBatch) return free;
  }
}

/** Returns false after the last date. An order has at most one open date. */
export async function planNextOccurrence(ctx: Ctx, order: OrderRow, from: number): Promise<boolean> {
  const { tx, now } = ctx;
  const next = await findNextDate(ctx, order, from);
  if (!next) return false;
  const times = scheduleTimes(
    { payDay: next.payDay, warnDays: order.warningDays },
    await loadCalendar(tx, toCurrencyPair(order)),
    await requireSetting(tx, standingOrderSetting, {}, now),
  );
  await insertOccurrence(tx, {
    id: v7(),
    orderId: order.id,
    customerId: order.customerId,
    number: next.number,
    day: next.day,
    payDay: next.payDay,
    version: order.version,
    amountMinor: order.amountMinor,
    payeeReference: order.payeeReference,
    ...times,
    createdAt: now,
  });
  return true;
}
