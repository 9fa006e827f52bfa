import { v7 } from 'uuid';
import type { Ctx } from '../kernel/verb.ts';
import { type Calendar, calendarOf } from './calendar.read.ts';
import { daysLater } from './day.ts';
import { momentOf } from './local-time.ts';
import { nextDates, type PlannedDate } from './schedule.ts';
import { daysTaken, insertOccurrence, type OrderRow, type Setting, settingInForce } from './standing-order.sql.ts';
import { betweenOf, scheduleOf } from './standing-order.ts';

const lookAhead = 50;

type Timed = Readonly<{ payDay: string; warnDays: number }>;

export const timesOf = ({ payDay, warnDays }: Timed, { zone }: Calendar, { first_try, warn_at }: Setting) => ({
  next_try_at: momentOf(payDay, first_try, zone),
  warn_at: warnDays === 0 ? null : momentOf(daysLater(payDay, -warnDays), warn_at, zone),
});

export async function findNext(
  { tx }: Pick<Ctx, 'tx'>,
  order: OrderRow,
  from: number,
): Promise<PlannedDate | undefined> {
  const schedule = scheduleOf(order);
  const { holidays } = await calendarOf(tx, betweenOf(order));
  for (let number = from; ; number += lookAhead) {
    const dates = nextDates(schedule, number, lookAhead, holidays);
    const [first] = dates;
    if (!first) return undefined;
    const taken = await daysTaken(tx, order.id, first.day);
    const free = dates.find(({ day }) => !taken.has(day));
    if (free || dates.length < lookAhead) return free;
  }
}

/** Returns false after the last date. An order has at most one open date. */
export async function planNext(ctx: Ctx, order: OrderRow, from: number): Promise<boolean> {
  const { tx, now } = ctx;
  const next = await findNext(ctx, order, from);
  if (!next) return false;
  const times = timesOf(
    { payDay: next.payDay, warnDays: order.warn_days },
    await calendarOf(tx, betweenOf(order)),
    await settingInForce(tx, now),
  );
  await insertOccurrence(tx, {
    id: v7(),
    order_id: order.id,
    customer_id: order.customer_id,
    number: next.number,
    day: next.day,
    pay_day: next.payDay,
    version: order.version,
    amount_minor: order.amount_minor,
    payee_reference: order.payee_reference,
    ...times,
    created_at: now,
  });
  return true;
}
