import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, money } from '@larkmere/money/money';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { cancelOccurrenceApproval } from './cancel-occurrence-approval.ts';
import { isOver, orderLifecycle } from './order-lifecycle.ts';
import { planNextOccurrence } from './plan-next-occurrence.ts';
import {
  findOpenOccurrence,
  type OccurrenceRow,
  type OrderRow,
  updateOccurrence,
  updateOrder,
} from './standing-order.sql.ts';
import {
  type BlockCode,
  blockMessage,
  type OccurrenceEventDetails,
  type StandingOrderEventDetails,
  standingOrderUpdated,
} from './standing-order.ts';

export type FailureReason = Readonly<{ code: string; text: string }>;

export const notApprovedReason: FailureReason = {
  code: 'not_approved',
  text: defaultText('standing_order_not_approved'),
};

/**
 * Closes a date and plans the next. After the last one the order is completed, or cancelled if it was never approved.
 */
export async function closeOccurrence(
  ctx: Ctx,
  order: OrderRow,
  occurrence: OccurrenceRow,
  end: Readonly<{ state: 'paid'; paymentId: string } | { state: 'failed' | 'skipped'; why: FailureReason }>,
): Promise<undefined> {
  const { tx, now } = ctx;
  const words =
    end.state === 'paid'
      ? { paymentId: end.paymentId, failureCode: null, failureReason: null }
      : { failureCode: end.why.code, failureReason: end.why.text };
  await updateOccurrence(tx, occurrence.id, {
    state: end.state,
    settledAt: now,
    nextAttemptAt: null,
    warnAt: null,
    ...words,
  });
  await cancelOccurrenceApproval(ctx, occurrence, defaultText('approval_void_date_passed'));
  await audit(ctx, `standing-order.${end.state}`, `standing-order:${order.id}`, {
    day: occurrence.day,
    ...(end.state === 'paid' ? { payment: end.paymentId } : { code: end.why.code }),
  });
  if (isOver(order) || (await planNextOccurrence(ctx, order, occurrence.number + 1))) return;
  if (order.state === 'pending_approval') {
    await updateOrder(tx, order.id, { state: 'cancelled', changedAt: now });
    return;
  }
  await changeState(ctx, orderLifecycle, order, { state: 'completed', blockedCode: null, changedAt: now });
  await emit(ctx, standingOrderUpdated, { ...toEventDetails(order, occurrence), step: 'completed' });
}

export async function skipOccurrence(
  ctx: Ctx,
  order: OrderRow,
  occurrence: OccurrenceRow,
  why: FailureReason,
): Promise<undefined> {
  await emit(ctx, standingOrderUpdated, { ...toEventDetails(order, occurrence), step: 'skipped', message: why.text });
  await closeOccurrence(ctx, order, occurrence, { state: 'skipped', why });
}

/** Dates that came due while the order was inactive are skipped even if no worker has processed them yet. */
export async function skipPassedOccurrences(ctx: Ctx, order: OrderRow, why: FailureReason): Promise<void> {
  for (;;) {
    const open = await findOpenOccurrence(ctx.tx, order.id);
    if (!open?.nextAttemptAt || open.nextAttemptAt > ctx.now) return;
    await closeOccurrence(ctx, order, open, { state: 'skipped', why });
  }
}

export async function blockOrder(ctx: Ctx, order: OrderRow, code: BlockCode): Promise<OrderRow> {
  const change = { state: 'blocked', blockedCode: code, changedAt: ctx.now } as const;
  const blocked = await changeState(ctx, orderLifecycle, order, change, { code });
  const news = { ...toOrderDetails(order), step: 'blocked', message: blockMessage(code) } as const;
  await emit(ctx, standingOrderUpdated, news);
  return blocked;
}

const toOrderDetails = (order: OrderRow, amountMinor = order.amountMinor): StandingOrderEventDetails => ({
  orderId: order.id,
  customerId: order.customerId,
  userId: order.userId,
  reference: order.payeeReference,
  amount: formatAmount(money(order.currency, amountMinor)),
  currency: order.currency,
});

export const toEventDetails = (order: OrderRow, occurrence: OccurrenceRow): OccurrenceEventDetails => ({
  ...toOrderDetails(order, occurrence.amountMinor),
  payDay: occurrence.payDay,
});
