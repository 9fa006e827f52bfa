import type { ApprovalRequestSummary } from '@larkmere/contract/approvals/approval';
import type { contract } from '@larkmere/contract/contract';
import type { AutoFxView, PaymentOnFill } from '@larkmere/contract/fx/auto-fx';
import { statusesAllowing } from '@larkmere/contract/platform/account-status';
import type { MoneyView } from '@larkmere/contract/platform/fields';
import { describeRate, toDisplayedRate, toDisplayedTarget } from '@larkmere/money/displayed-rate';
import { rateWithBase } from '@larkmere/money/market-convention';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { divide, type Rate, readRate } from '@larkmere/money/rate';
import { sql } from 'kysely';
import { loadRequestSummaries } from '../../approvals/approval/approval.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { tierRate } from '../conversion/conversion.ts';
import { autoFxSetting } from './auto-fx.settings.ts';
import {
  failureFromRow,
  findAfterFills,
  findOrders,
  formatPercent,
  type OrderRow,
  orderFromRow,
  termsFromRow,
} from './auto-fx.sql.ts';
import type { AutoFxOrder, TriggerDirection } from './auto-fx.ts';
import { isTerminal, pendingStatusOf, terminalStates } from './order-lifecycle.ts';
import { currentPairTerms } from './trigger-orders.ts';

type OrderEligibility = Readonly<{
  orderId: string;
  accountsActive: boolean;
  customerActive: boolean;
  isFrozen: boolean;
  /** The person who placed the order may still act for the customer, on both accounts. */
  makerMayUse: boolean;
  fillsToday: number;
}>;

export async function findOrderEligibility(
  tx: Tx,
  orderIds: readonly string[],
): Promise<Map<string, OrderEligibility>> {
  const { rows } = await sql<OrderEligibility>`
    with holding as (
      select ledger_account_id as account, status = 'active' as active from bank_account.account
    ), asked as (select * from auto_fx.auto_order where id = any(${orderIds}::uuid[])),
    today as (
      select f.customer_id, count(*)::int as n from auto_fx.fill f
      where f.customer_id in (select customer_id from asked) and f.filled_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
      group by 1)
    select o.id as order_id, coalesce(f.active and t.active, false) as accounts_active,
      c.state = any(${statusesAllowing('exchange')}::text[]) and c.allowed_trade as customer_active, customer.is_frozen(c.id) as is_frozen,
      exists (select from customer.membership m where m.user_id = o.user_id and m.customer_id = o.customer_id
        and m.state = 'active' and (m.accounts is null
          or m.accounts @> array[o.source_bankholder_id, o.target_bankholder_id])) as maker_may_use,
      coalesce(today.n, 0) as fills_today
    from asked o
      join customer.customer c on c.id = o.customer_id
      left join holding f on f.account = o.from_account
      left join holding t on t.account = o.to_account
      left join today on today.customer_id = o.customer_id`.execute(tx);
  return new Map(rows.map((row) => [row.orderId, row]));
}

type FillRow = Readonly<{
  orderId: string;
  at: Date;
  reference: string;
  sellMinor: bigint;
  buyMinor: bigint;
  rate: string;
  paymentId: string | null;
  paidMinor: bigint | null;
}>;

async function findFills(tx: Tx, orderIds: readonly string[]): Promise<FillRow[]> {
  const { rows } = await sql<FillRow>`
    select f.order_id, f.filled_at as at, c.reference, c.sell_minor,
      c.buy_minor, c.rate::text, p.id as payment_id, p.amount_minor as paid_minor
    from unnest(${orderIds}::uuid[]) as asked (id)
      cross join lateral (select * from auto_fx.fill where order_id = asked.id order by run desc limit 12) f
      join fx.conversion c on c.id = f.conversion_id
      left join payment.payment p on p.source = 'auto_fx' and p.source_id = f.conversion_id
    order by f.filled_at desc`.execute(tx);
  return rows;
}

const toMoneyView = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });
const formatMoment = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

export async function viewSingleOrder(ctx: CustomerCtx, row: OrderRow): Promise<AutoFxView> {
  const [view] = await viewOrders(ctx, [row]);
  if (!view) throw new Error(`order ${row.id} has no view`);
  return view;
}

async function viewOrders(ctx: CustomerCtx, rows: readonly OrderRow[]): Promise<AutoFxView[]> {
  const ids = rows.map(({ id }) => id);
  const fills = Map.groupBy(await findFills(ctx.tx, ids), ({ orderId }) => orderId);
  const rates = new Map<string, Rate | undefined>();
  for (const { sell, buy, tier } of rows) {
    const key = `${sell} ${buy} ${tier}`;
    if (rates.has(key)) continue;
    const { terms } = await currentPairTerms(ctx, { sell, buy, tier });
    rates.set(key, terms && tierRate(terms.mid, terms.marginBps));
  }
  const afterFills = await findAfterFills(ctx.tx, rows);
  const badges = await loadRequestSummaries(ctx.tx, 'auto_fx', ids);
  return rows.map((row) => {
    const known = {
      fills: fills.get(row.id) ?? [],
      afterFill: afterFills.get(row.id),
      approval: badges.get(row.id) ?? null,
      now: ctx.now,
    };
    return viewOrder(row, rates.get(`${row.sell} ${row.buy} ${row.tier}`), known);
  });
}

type OrderDetails = Readonly<{
  fills: readonly FillRow[];
  afterFill: PaymentOnFill | undefined;
  approval: ApprovalRequestSummary | null;
  now: Date;
}>;

function viewOrder(
  row: OrderRow,
  rate: Rate | undefined,
  { fills, afterFill, approval, now }: OrderDetails,
): AutoFxView {
  const order = orderFromRow(row);
  const approvalExpiresAt = approval?.state === 'open' ? new Date(approval.expiresAt) : null;
  return {
    uid: row.id,
    reference: row.reference,
    version: row.version,
    state: row.state,
    terms: termsFromRow(row, afterFill),
    target: order.target ? toDisplayedTarget(rateWithBase(order.sell, order.target)) : null,
    direction: displayedDirection(order),
    rateNow: rate ? toDisplayedRate(rate) : null,
    distancePct: rate && !isTerminal(order.state) ? distanceToTarget(order, rate) : null,
    reserved: order.hold ? toMoneyView(order.hold.amount) : null,
    nextRunAt: isTerminal(order.state) ? null : formatMoment(order.nextRunAt),
    retryAt: formatMoment(row.retryAt),
    failure: viewFailure(row),
    fills: fills.map((fill) => viewFill(order, fill)),
    approvalRequest: approval,
    waiting: pendingStatusOf({ ...order, retryAt: row.retryAt, failure: failureFromRow(row), approvalExpiresAt }, now),
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  };
}

const displayedDirection = ({ type, target }: AutoFxOrder): TriggerDirection | null =>
  target ? (type === 'limit' ? 'rises_to' : 'falls_to') : null;

function distanceToTarget({ target, direction }: AutoFxOrder, now: Rate): string | null {
  if (!target || !direction) return null;
  const rate = rateWithBase(target.base, now);
  const gap = target.numerator * rate.denominator - rate.numerator * target.denominator;
  const toGo = direction === 'rises_to' ? gap : -gap;
  const hundredths = toGo <= 0n ? 0n : divide(toGo * 10_000n, rate.numerator * target.denominator, 'up');
  return formatPercent(Number(hundredths));
}

const viewFailure = (row: OrderRow): AutoFxView['failure'] =>
  row.failureCode && row.failedAt
    ? {
        code: row.failureCode,
        message: row.failureMessage ?? '',
        missing: row.failureMissing,
        at: row.failedAt.toISOString(),
      }
    : null;

function viewFill(
  { sell, buy }: AutoFxOrder,
  { at, reference, sellMinor, buyMinor, rate, paymentId, paidMinor }: FillRow,
) {
  const read = readRate(sell, buy, rate);
  if (!read) throw new Error(`${rate} is not a rate`);
  return {
    at: at.toISOString(),
    reference,
    sold: toMoneyView(money(sell, sellMinor)),
    bought: toMoneyView(money(buy, buyMinor)),
    rate: describeRate(read),
    payment:
      paymentId !== null && paidMinor !== null ? { uid: paymentId, amount: toMoneyView(money(buy, paidMinor)) } : null,
  };
}

const maxResults = 100;

export const listAutoFx: Verb<typeof contract.autoFx.list> = async (ctx) => {
  const setting = await requireSetting(ctx.tx, autoFxSetting, {});
  const rows = await findOrders(ctx.tx, ctx.actor, terminalStates, maxResults);
  return {
    list: await viewOrders(ctx, rows),
    rules: {
      maxActive: setting.maxActive,
      maxPerDay: setting.maxPerDay,
      maxValidityDays: setting.maxValidityDays,
      defaultSlippagePct: formatPercent(setting.slippageBps),
      offHours: setting.offHours,
    },
  };
};
