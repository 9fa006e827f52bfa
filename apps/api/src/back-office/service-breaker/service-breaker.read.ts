import {
  BreakerFigures,
  type BreakerRequest,
  BreakerService,
  type BreakerView,
  type FiguresChange,
  type ServiceBreakers,
} from '@larkmere/contract/back-office/service-breaker';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ServiceControlBreakerRequest } from '../../platform/db/schema.gen.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { listChanges } from '../../platform/settings/list-changes.ts';
import { allInForce, listSettings, type SettingRow } from '../../platform/settings/setting.ts';
import {
  type BreakerRow,
  breakerRule,
  selectBreakers,
  serviceOfRail,
} from '../../reference/service-breaker/service-breaker.ts';

export type RequestRow = Readonly<Selectable<ServiceControlBreakerRequest>>;

type MinuteRow = Readonly<{ service: string; at: Date; calls: number; failed: number }>;
type WindowRow = Readonly<{ service: string; calls: number; failed: number }>;

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

async function countCallsByMinute(tx: Tx): Promise<MinuteRow[]> {
  const minute = sql`date_trunc('minute', c.at)`;
  const { rows } = await selectCalls<MinuteRow>(
    tx,
    sql`interval '1 hour'`,
    sql`${minute} as at,`,
    sql`, ${minute} order by ${minute}`,
  );
  return rows;
}

async function countCallsInWindow(tx: Tx): Promise<WindowRow[]> {
  const { rows } = await selectCalls<WindowRow>(tx, sql`r.window_sec * interval '1 second'`, sql``, sql``);
  return rows;
}

type PaymentSumRow = Readonly<{
  rail: RailName;
  currency: Currency;
  isWaiting: boolean;
  count: number;
  minor: bigint;
}>;

/** Payments that wait for their service, and those that the partner has not answered for good. */
async function sumOpenPayments(tx: Tx): Promise<PaymentSumRow[]> {
  const { rows } = await sql<PaymentSumRow>`
    select rail, currency, state = 'ready' as is_waiting, count(*)::int as count, sum(amount_minor)::bigint as minor
    from payment.payment
    where is_in_progress and ((state = 'ready' and reason_code = 'vendor_delay') or state = 'submitted')
    group by rail, currency, state = 'ready' order by currency`.execute(tx);
  return rows;
}

type RequestWithNames = RequestRow & Readonly<{ requester: string; decider: string | null }>;

const maxDecided = 10;

/** Those that wait, then the last decided ones. */
async function selectRequests(tx: Tx): Promise<RequestWithNames[]> {
  const { rows } = await sql<RequestWithNames>`
    select r.*, m.name as requester, d.name as decider
    from service_control.breaker_request r join staff.member m on m.id = r.requested_by
      left join staff.member d on d.id = r.decided_by
    where r.state = 'waiting' or r.id in (select id from service_control.breaker_request where state <> 'waiting'
      order by decided_at desc limit ${maxDecided})
    order by r.state <> 'waiting', r.requested_at desc`.execute(tx);
  return rows;
}

async function selectMemberNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from staff.member where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type FigureColumns = Omit<SettingRow<typeof breakerRule>, 'service'>;

const figureName = BreakerFigures.keyof();

const toFigures = ({
  failureRatePct,
  minCalls,
  windowSec,
  coolOffSec,
  trialCalls,
  slowCallMs,
}: FigureColumns): BreakerFigures => ({ failureRatePct, minCalls, windowSec, coolOffSec, trialCalls, slowCallMs });

const names = {
  'payment.gbp': 'service_payment_gbp',
  'payment.eur': 'service_payment_eur',
  'payment.thb': 'service_payment_thb',
  'payment.swift': 'service_payment_swift',
  'payment.fedwire': 'service_payment_fedwire',
  'payment.local': 'service_payment_local',
  pis: 'service_pis',
  'wallet.topup': 'service_wallet_topup',
} as const satisfies Readonly<Record<BreakerService, string>>;

export const nameOf = (service: BreakerService): string => defaultText(names[service]);

export async function viewBreakers(ctx: StaffCtx): Promise<ServiceBreakers> {
  const { tx } = ctx;
  const figures = new Map((await listSettings(tx, breakerRule)).map((row) => [row.service, row]));
  const minutes = await countCallsByMinute(tx);
  const windows = await countCallsInWindow(tx);
  const sums = await sumOpenPayments(tx);
  const rows = await selectBreakers(tx);
  const changers = await selectMemberNames(
    tx,
    rows.flatMap(({ changedBy }) => changedBy ?? []),
  );
  return {
    list: rows.flatMap((row) => {
      const rule = figures.get(row.service);
      if (!rule) return [];
      const calls = { minutes: minutes.filter(isOf(row)), window: windows.find(isOf(row)) };
      return toView(row, rule, calls, sums, changers);
    }),
    requests: (await selectRequests(tx)).map((row) => toRequestView(row, ctx)),
    changes: await viewChanges(ctx),
  };
}

const isOf =
  ({ service }: BreakerRow) =>
  (row: Readonly<{ service: string }>): boolean =>
    row.service === service;

type Calls = Readonly<{ minutes: readonly MinuteRow[]; window: WindowRow | undefined }>;

function toView(
  row: BreakerRow,
  rule: FigureColumns,
  { minutes, window }: Calls,
  sums: readonly PaymentSumRow[],
  changers: ReadonlyMap<string, string>,
): BreakerView {
  const service = row.service;
  const own = sums.filter(({ rail }) => serviceOfRail(rail) === service);
  return {
    service,
    name: nameOf(service),
    partner: row.partner,
    mode: row.mode,
    state: row.state,
    figures: toFigures(rule),
    failureRate: window ? Math.round((window.failed / window.calls) * 1000) / 10 : null,
    callsInWindow: window?.calls ?? 0,
    minutes: minutes.map(({ at, calls, failed }) => ({ at: at.toISOString(), calls, failed })),
    openedAt: row.openedAt?.toISOString() ?? null,
    retryAt: row.retryAt?.toISOString() ?? null,
    cause: row.cause,
    customerMessage: row.message,
    changedBy: row.changedBy === null ? null : (changers.get(row.changedBy) ?? null),
    changedAt: row.changedAt.toISOString(),
    waiting: addUp(own.filter(({ isWaiting }) => isWaiting)),
    inFlight: addUp(own.filter(({ isWaiting }) => !isWaiting)),
  };
}

function addUp(rows: readonly PaymentSumRow[]): BreakerView['waiting'] {
  const minor = new Map<PaymentSumRow['currency'], bigint>();
  for (const row of rows) minor.set(row.currency, (minor.get(row.currency) ?? 0n) + row.minor);
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    value: [...minor].map(([currency, total]) => ({ amount: formatAmount(money(currency, total)), currency })),
  };
}

const toRequestView = (row: RequestWithNames, { actor }: StaffCtx): BreakerRequest => ({
  uid: row.id,
  service: row.service,
  mode: row.mode,
  reason: row.reason,
  state: row.state,
  test: {
    outcome: row.testOutcome,
    status: row.testStatus,
    latencyMs: row.testLatencyMs,
  },
  requestedBy: row.requester,
  isOwn: row.requestedBy === actor.staffId,
  requestedAt: row.requestedAt.toISOString(),
  decidedBy: row.decider,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  note: row.note,
});

async function viewChanges(ctx: StaffCtx): Promise<FiguresChange[]> {
  const proposed = (await listChanges(ctx, breakerRule)).filter(({ state }) => state === 'proposed');
  const proposers = await selectMemberNames(
    ctx.tx,
    proposed.map(({ proposedBy }) => proposedBy),
  );
  return proposed.flatMap(({ uid, rows, reason, proposedBy, proposedAt }) =>
    rows.map(({ key, changes }) => ({
      uid,
      service: BreakerService.parse(key.service),
      changes: changes.flatMap(({ column, from, to }) => {
        const figure = figureName.safeParse(column);
        return figure.success ? [{ figure: figure.data, from, to }] : [];
      }),
      reason,
      proposedBy: proposers.get(proposedBy) ?? '',
      isOwn: proposedBy === ctx.actor.staffId,
      proposedAt: proposedAt.toISOString(),
    })),
  );
}
