import type { AutoFxTerms, PaymentOnFill } from '@larkmere/contract/fx/auto-fx';
import { formatAmount, money } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import type { OrderRow } from './auto-fx.sql.ts';
import type { AutoFxOrder } from './auto-fx.ts';

function readTarget({ sell, buy, target, targetBase: base }: OrderRow): Rate | undefined {
  if (target === null || base === null) return undefined;
  return readRate(base, base === sell ? buy : sell, target);
}

export function orderFromRow(row: OrderRow): AutoFxOrder {
  const [sell, buy] = [row.sell, row.buy];
  const fixed = row.amountMode === 'fixed_buy' ? buy : sell;
  return {
    id: row.id,
    reference: row.reference,
    customerId: row.customerId,
    userId: row.userId,
    tier: row.tier,
    version: row.version,
    state: row.state,
    type: row.type,
    amountMode: row.amountMode,
    sell,
    buy,
    from: row.fromAccount,
    to: row.toAccount,
    toBankholderId: row.targetBankholderId,
    amount: row.amountMinor === null ? undefined : money(fixed, row.amountMinor),
    floor: row.floorMinor === null ? undefined : money(sell, row.floorMinor),
    target: readTarget(row),
    direction: row.direction ?? undefined,
    slippageBps: row.slippageBps,
    hold: row.holdId && row.heldMinor !== null ? { id: row.holdId, amount: money(sell, row.heldMinor) } : undefined,
    repeat: row.repeat,
    startsAt: row.startsAt ?? undefined,
    nextRunAt: row.nextRunAt ?? undefined,
    validUntil: row.validUntil ?? undefined,
    remindedAt: row.remindedAt,
    offHours: row.offHours,
    runs: row.runs,
    attempts: row.attempts,
    isApproved: row.isApproved,
  };
}

export const failureFromRow = ({ failureCode, failureMessage }: Pick<OrderRow, 'failureCode' | 'failureMessage'>) =>
  failureCode === null ? null : { code: failureCode, message: failureMessage ?? '' };

const trimRate = (text: string): string => text.replace(/(\.\d{4}\d*?)0+$/, '$1');

export const formatPercent = (basisPoints: number): string =>
  `${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}`;

export function termsFromRow(row: OrderRow, afterFill: PaymentOnFill | undefined): AutoFxTerms {
  const order = orderFromRow(row);
  const { validUntil } = order;
  return {
    type: order.type,
    sourceBankholderId: row.sourceBankholderId,
    targetBankholderId: row.targetBankholderId,
    sell: order.sell,
    buy: order.buy,
    amountMode: order.amountMode,
    amount: order.amount ? formatAmount(order.amount) : null,
    floor: order.floor ? formatAmount(order.floor) : null,
    targetRate: row.target === null ? null : trimRate(row.target),
    targetBase: row.targetBase,
    maxSlippagePct: formatPercent(row.slippageBps),
    reserve: row.reserve,
    validUntil: validUntil ? new Date(validUntil.getTime() - 1).toISOString().slice(0, 10) : null,
    startsAt: row.startsAt?.toISOString() ?? null,
    repeat: order.repeat,
    offHours: order.offHours,
    afterFill: afterFill ?? null,
  };
}
