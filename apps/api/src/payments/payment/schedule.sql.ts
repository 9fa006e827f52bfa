import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inForce, requireSetting } from '../../platform/settings/setting.ts';
import { railRule } from '../../reference/rail/rail.ts';
import { holidayCalendar, paymentSetting, schedulingRule } from './payment.settings.ts';
import type { Payment } from './payment.sql.ts';

type ScheduleQuery = Readonly<{ rail: string; currency: Currency; now: Date; day: string | null }>;

/** Scheduling ends where bank holidays are not known yet. A day off rolls to the next working day of the rail. */
export type ScheduleRow = Readonly<{
  today: string;
  earliest: string;
  latest: string;
  leavesOn: string | null;
  executeAt: Date | null;
}>;

export const findSchedule = batchLoader(
  'reads',
  async (tx, queries: readonly ScheduleQuery[]): Promise<ScheduleRow[]> => {
    const { rows } = await sql<ScheduleRow>`
    select d.today::text as today, (d.today + 1)::text as earliest, least(d.today + s.max_days_ahead, k.known_until)::text as latest, w.leaves_on::text,
      (w.leaves_on + s.first_attempt_time) at time zone r.time_zone as execute_at
    from unnest(${queries.map((a) => a.rail)}::text[], ${queries.map((a) => a.currency)}::text[],
        ${queries.map((a) => a.now)}::timestamptz[], ${queries.map((a) => a.day)}::date[])
        with ordinality as a (rail, currency, now, day, place)
      cross join lateral (${inForce(schedulingRule, {})}) s
      cross join lateral (${inForce(railRule, { rail: sql.ref('a.rail'), currency: sql.ref('a.currency') })}) r
      cross join lateral (select (a.now at time zone r.time_zone)::date as today) d
      left join lateral (${inForce(holidayCalendar, { calendar: sql.ref('r.calendar') })}) k on true
      cross join lateral (select case when a.day is null or r.calendar is null then a.day
        else payment.working_day(r.calendar, a.day, 0) end as leaves_on) w
    order by a.place`.execute(tx);
    return rows;
  },
);

export type FundingDeadline = Readonly<{ tryAt: Date; deadline: Date }>;

export async function findFundingDeadline(tx: Tx, payment: Payment, now: Date): Promise<FundingDeadline> {
  const { rows } = await sql<FundingDeadline>`
    select w.deadline, least(${now}::timestamptz + s.retry_minutes * interval '1 minute', greatest(w.deadline, ${now})) as try_at
    from payment.payment p
      cross join lateral (${inForce(schedulingRule, {})}) s
      cross join lateral (${inForce(railRule, { rail: sql.ref('p.rail'), currency: sql.ref('p.currency') })}) r
      left join payment.currency_calendar c on c.currency = p.currency
      cross join lateral (select (payment.working_day(coalesce(r.calendar, c.calendar), p.execution_date, s.funding_working_days) + 1)::timestamp
        at time zone r.time_zone as deadline) w
    where p.id = ${payment.id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`payment ${payment.id} has no rail that it could be planned for`);
  return row;
}

export type DueScheduledPayment = Readonly<{ id: string; customerId: string }>;

/**
 * One per customer: two payments of one customer would not see each other in one transaction. Those of a frozen account
 * wait.
 */
export async function findDuePerCustomer(tx: Tx, now: Date, most: number): Promise<DueScheduledPayment[]> {
  const { rows } = await sql<DueScheduledPayment>`
    select id, customer_id from (
      select distinct on (customer_id) id, customer_id, next_attempt_at from payment.payment
      where next_attempt_at <= ${now} and not customer.is_frozen(customer_id) order by customer_id, execute_at, id) as first
    order by next_attempt_at, id limit ${most}`.execute(tx);
  return rows;
}

export const retryScheduledNow = (tx: Tx, ids: readonly string[], now: Date): Promise<unknown> =>
  tx
    .updateTable('payment.payment')
    .set({ nextAttemptAt: now })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('nextAttemptAt', '>', now)
    .execute();

type DueCheck = Readonly<{ id: string; now: Date }>;

export const lockDueScheduledPayment = batchLoader(
  'reads',
  async (tx, checks: readonly DueCheck[]): Promise<(Payment | undefined)[]> => {
    const { rows } = await sql<Payment>`
    select p.* from payment.payment p
      join unnest(${checks.map(({ id }) => id)}::uuid[], ${checks.map(({ now }) => now)}::timestamptz[]) as w (id, now) on w.id = p.id
    where p.next_attempt_at <= w.now and not customer.is_frozen(p.customer_id) order by p.id for no key update of p skip locked`.execute(
      tx,
    );
    const taken = new Map(rows.map((row) => [row.id, row]));
    return checks.map(({ id }) => taken.get(id));
  },
);

/** Locks in id order, so that concurrent callers cannot deadlock. */
export async function lockScheduledToPayee(tx: Tx, payeeId: string): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select * from payment.payment where payee_id = ${payeeId} and next_attempt_at is not null order by id for no key update`.execute(
    tx,
  );
  return rows;
}

const hourMs = 3_600_000;
const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * hourMs);

type ReviewDeadlines = Readonly<{ newsAt: Date; decidedBy: Date }>;

export async function findReviewDeadlines(tx: Tx, now: Date): Promise<ReviewDeadlines> {
  const { updateIntervalHours, decisionSlaHours } = await requireSetting(tx, paymentSetting, {});
  return { newsAt: hoursAfter(now, updateIntervalHours), decidedBy: hoursAfter(now, decisionSlaHours) };
}

type Rail = Readonly<{ rail: string; currency: Currency }>;

/** In seconds since the instruction was first submitted. */
export type ResponseTimeouts = Readonly<{ answerSeconds: number; sendAgainSeconds: number; giveUpSeconds: number }>;

/** Uses the rule in force at submission, so a stricter rule cannot abandon payments in transit. */
export const findResponseTimeouts = batchLoader(
  'reads',
  async (tx, rails: readonly (Rail & { at: Date })[]): Promise<ResponseTimeouts[]> => {
    const { rows } = await sql<ResponseTimeouts>`
    select coalesce(response_timeout_seconds, 15) as answer_seconds, coalesce(resubmit_window_seconds, 600) as send_again_seconds,
      coalesce(abandon_after_seconds, 1200) as give_up_seconds
    from unnest(${rails.map(({ rail }) => rail)}::text[], ${rails.map(({ currency }) => currency)}::text[],
        ${rails.map(({ at }) => at)}::timestamptz[]) with ordinality as a (rail, currency, at, place)
      left join lateral (${inForce(railRule, { rail: sql.ref('a.rail'), currency: sql.ref('a.currency') }, { at: sql.ref('a.at') })}) r on true
    order by a.place`.execute(tx);
    return rows;
  },
);

export async function nextOverdueUpdateAt(tx: Tx, now: Date): Promise<Date> {
  const { overdueUpdateHours } = await requireSetting(tx, paymentSetting, {});
  return hoursAfter(now, overdueUpdateHours);
}
