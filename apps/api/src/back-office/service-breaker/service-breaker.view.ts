import type {
  BreakerFigures,
  BreakerRequest,
  BreakerService,
  BreakerView,
  FiguresChange,
  ServiceBreakers,
} from '@larkmere/contract/back-office/service-breaker';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, money } from '@larkmere/money/money';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { listChanges } from '../../platform/settings/list-changes.ts';
import { listSettings, type SettingRow } from '../../platform/settings/setting.ts';
import {
  type BreakerRow,
  breakerRule,
  selectBreakers,
  serviceOfRail,
} from '../../reference/service-breaker/service-breaker.ts';
import {
  countCallsByMinute,
  countCallsInWindow,
  type MinuteRow,
  type PaymentSumRow,
  type RequestWithNames,
  selectMemberNames,
  selectRequests,
  sumOpenPayments,
  type WindowRow,
} from './service-breaker.read.ts';

export type FigureColumns = Omit<SettingRow<typeof breakerRule>, 'service'>;

const columnOf = {
  failureRatePct: 'failure_rate_pct',
  minCalls: 'min_calls',
  windowSec: 'window_sec',
  coolOffSec: 'cool_off_sec',
  trialCalls: 'trial_calls',
  slowCallMs: 'slow_call_ms',
} as const satisfies Readonly<Record<keyof BreakerFigures, keyof FigureColumns>>;
const figureNames = Object.keys(columnOf) as (keyof BreakerFigures)[];

export const toColumns = (figures: BreakerFigures): FigureColumns =>
  Object.fromEntries(figureNames.map((name) => [columnOf[name], figures[name]])) as FigureColumns;

const toFigures = (row: FigureColumns): BreakerFigures =>
  Object.fromEntries(figureNames.map((name) => [name, row[columnOf[name]]])) as BreakerFigures;

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
    rows.flatMap(({ changed_by }) => changed_by ?? []),
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
  const service = row.service as BreakerService;
  const own = sums.filter(({ rail }) => serviceOfRail(rail) === service);
  return {
    service,
    name: nameOf(service),
    partner: row.partner,
    mode: row.mode as BreakerView['mode'],
    state: row.state as BreakerView['state'],
    figures: toFigures(rule),
    failureRate: window ? Math.round((window.failed / window.calls) * 1000) / 10 : null,
    callsInWindow: window?.calls ?? 0,
    minutes: minutes.map(({ at, calls, failed }) => ({ at: at.toISOString(), calls, failed })),
    openedAt: row.opened_at?.toISOString() ?? null,
    retryAt: row.retry_at?.toISOString() ?? null,
    cause: row.cause,
    customerMessage: row.message,
    changedBy: row.changed_by === null ? null : (changers.get(row.changed_by) ?? null),
    changedAt: row.changed_at.toISOString(),
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
  service: row.service as BreakerService,
  mode: row.mode as BreakerRequest['mode'],
  reason: row.reason,
  state: row.state as BreakerRequest['state'],
  test: {
    outcome: row.test_outcome as BreakerRequest['test']['outcome'],
    status: row.test_status,
    latencyMs: row.test_latency_ms,
  },
  requestedBy: row.requester,
  isOwn: row.requested_by === actor.staffId,
  requestedAt: row.requested_at.toISOString(),
  decidedBy: row.decider,
  decidedAt: row.decided_at?.toISOString() ?? null,
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
      service: key.service as BreakerService,
      changes: changes.flatMap(({ column, from, to }) => {
        const figure = figureNames.find((name) => columnOf[name] === column);
        return figure ? [{ figure, from, to }] : [];
      }),
      reason,
      proposedBy: proposers.get(proposedBy) ?? '',
      isOwn: proposedBy === ctx.actor.staffId,
      proposedAt: proposedAt.toISOString(),
    })),
  );
}
