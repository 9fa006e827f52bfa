import type { RailName } from '@larkmere/contract/platform/rail-name';
import type { Currency } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { allInForce } from '../../platform/settings/setting.ts';
import { breakerRule } from '../../reference/service-breaker/service-breaker.ts';
import type { RequestRow } from './service-breaker.sql.ts';

export type MinuteRow = Readonly<{ service: string; at: Date; calls: number; failed: number }>;
export type WindowRow = Readonly<{ service: string; calls: number; failed: number }>;

const clock = sql`clock_timestamp()`;
const rules = sql`(${allInForce(breakerRule, {}, { at: clock })})`;
const isFailed = sql`c.outcome in ('failed', 'no_answer') or c.latency_ms > r.slow_call_ms`;

/** Calls of all processes, as the log has them. */
const selectCalls = <Row>(
  tx: Tx,
  since: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  group: RawBuilder<unknown>,
) =>
  sql<Row>`
    select c.service, ${columns} count(*)::int as calls, count(*) filter (where ${isFailed})::int as failed
    from api_log.call c join ${rules} r on r.service = c.service
    where c.at > ${clock} - ${since} and c.service is not null
    group by c.service ${group}`.execute(tx);

export async function countCallsByMinute(tx: Tx): Promise<MinuteRow[]> {
  const minute = sql`date_trunc('minute', c.at)`;
  const { rows } = await selectCalls<MinuteRow>(
    tx,
    sql`interval '1 hour'`,
    sql`${minute} as at,`,
    sql`, ${minute} order by ${minute}`,
  );
  return rows;
}

export async function countCallsInWindow(tx: Tx): Promise<WindowRow[]> {
  const { rows } = await selectCalls<WindowRow>(tx, sql`r.window_sec * interval '1 second'`, sql``, sql``);
  return rows;
}

export type PaymentSumRow = Readonly<{
  rail: RailName;
  currency: Currency;
  isWaiting: boolean;
  count: number;
  minor: bigint;
}>;

/** Payments that wait for their service, and those that the partner has not answered for good. */
export async function sumOpenPayments(tx: Tx): Promise<PaymentSumRow[]> {
  const { rows } = await sql<PaymentSumRow>`
    select rail, currency, state = 'ready' as is_waiting, count(*)::int as count, sum(amount_minor)::bigint as minor
    from payment.payment
    where is_in_progress and ((state = 'ready' and reason_code = 'vendor_delay') or state = 'submitted')
    group by rail, currency, state = 'ready' order by currency`.execute(tx);
  return rows;
}

export type RequestWithNames = RequestRow & Readonly<{ requester: string; decider: string | null }>;

const maxDecided = 10;

/** Those that wait, then the last decided ones. */
export async function selectRequests(tx: Tx): Promise<RequestWithNames[]> {
  const { rows } = await sql<RequestWithNames>`
    select r.*, m.name as requester, d.name as decider
    from service_control.breaker_request r join staff.member m on m.id = r.requested_by
      left join staff.member d on d.id = r.decided_by
    where r.state = 'waiting' or r.id in (select id from service_control.breaker_request where state <> 'waiting'
      order by decided_at desc limit ${maxDecided})
    order by r.state <> 'waiting', r.requested_at desc`.execute(tx);
  return rows;
}

export async function selectMemberNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from staff.member where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
