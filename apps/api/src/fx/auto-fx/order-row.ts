import type { AutoFxState, AutoFxTerms, PaymentOnFill } from '@larkmere/contract/fx/auto-fx';
import type { AccountId } from '@larkmere/ledger/types';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import type { Tier } from '../conversion/conversion.ts';
import type { OrderRow } from './auto-fx.sql.ts';
import type { AutoFxOrder, FailureCode, TriggerDirection } from './auto-fx.ts';

function readTarget({ sell, buy, target, target_base: base }: OrderRow): Rate | undefined {
  if (target === null || base === null) return undefined;
  return readRate(base as Currency, (base === sell ? buy : sell) as Currency, target);
}

export function orderFromRow(row: OrderRow): AutoFxOrder {
  const [sell, buy] = [row.sell as Currency, row.buy as Currency];
  const fixed = row.amount_mode === 'fixed_buy' ? buy : sell;
  return {
    id: row.id,
    reference: row.reference,
    customerId: row.customer_id,
    userId: row.user_id,
    tier: row.tier as Tier,
    version: row.version,
    state: row.state as AutoFxState,
    type: row.type as AutoFxOrder['type'],
    amountMode: row.amount_mode as AutoFxOrder['amountMode'],
    sell,
    buy,
    from: row.from_account as AccountId,
    to: row.to_account as AccountId,
    toBankholderId: row.target_bankholder_id,
    amount: row.amount_minor === null ? undefined : money(fixed, row.amount_minor),
    floor: row.floor_minor === null ? undefined : money(sell, row.floor_minor),
    target: readTarget(row),
    direction: (row.direction as TriggerDirection | null) ?? undefined,
    slippageBps: row.slippage_bps,
    hold: row.hold_id && row.held_minor !== null ? { id: row.hold_id, amount: money(sell, row.held_minor) } : undefined,
    repeat: row.repeat as AutoFxOrder['repeat'],
    startsAt: row.starts_at ?? undefined,
    nextRunAt: row.next_run_at ?? undefined,
    validUntil: row.valid_until ?? undefined,
    remindedAt: row.reminded_at,
    offHours: row.off_hours as AutoFxOrder['offHours'],
    runs: row.runs,
    attempts: row.attempts,
    isApproved: row.is_approved,
  };
}

export const failureFromRow = ({
  failure_code,
  failure_message,
}: Pick<OrderRow, 'failure_code' | 'failure_message'>) =>
  failure_code === null ? null : { code: failure_code as FailureCode, message: failure_message ?? '' };

const trimRate = (text: string): string => text.replace(/(\.\d{4}\d*?)0+$/, '$1');

export const formatPercent = (basisPoints: number): string =>
  `${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}`;

export function termsFromRow(row: OrderRow, afterFill: PaymentOnFill | undefined): AutoFxTerms {
  const order = orderFromRow(row);
  const { validUntil } = order;
  return {
    type: order.type,
    sourceBankholderId: row.source_bankholder_id,
    targetBankholderId: row.target_bankholder_id,
    sell: order.sell,
    buy: order.buy,
    amountMode: order.amountMode,
    amount: order.amount ? formatAmount(order.amount) : null,
    floor: order.floor ? formatAmount(order.floor) : null,
    targetRate: row.target === null ? null : trimRate(row.target),
    targetBase: row.target_base as Currency | null,
    maxSlippagePct: formatPercent(row.slippage_bps),
    reserve: row.reserve,
    validUntil: validUntil ? new Date(validUntil.getTime() - 1).toISOString().slice(0, 10) : null,
    startsAt: row.starts_at?.toISOString() ?? null,
    repeat: order.repeat,
    offHours: order.offHours,
    afterFill: afterFill ?? null,
  };
}
