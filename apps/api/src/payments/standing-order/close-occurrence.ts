import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, isCurrency, money, readAmount, subtract } from '@larkmere/money/money';
import { voidApproval } from '../../approvals/approval/approval.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { type Calendar, loadCalendar } from './calendar.read.ts';
import { closeOccurrenceChange } from './change-request.sql.ts';
import { lockDueOccurrence } from './due-occurrence.read.ts';
import { isOver, orderLifecycle } from './order-lifecycle.ts';
import { planNextOccurrence } from './plan-next-occurrence.ts';
import { formatLocalTime, localDay, zonedTimeToUtc } from './schedule.ts';
import { type StandingOrderSetting, standingOrderSetting } from './standing-order.settings.ts';
import {
  findOpenOccurrence,
  type OccurrenceRow,
  type OrderRow,
  toCurrencyPair,
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

const minuteMs = 60_000;

export const nextRetryAt = (
  now: Date,
  { zone }: Pick<Calendar, 'zone'>,
  { retries }: Pick<StandingOrderSetting, 'retries'>,
) =>
  retries
    .map((time) => zonedTimeToUtc(localDay(now, zone), time, zone))
    .sort((a, b) => a.getTime() - b.getTime())
    .find((moment) => moment > now);

export async function retryOccurrence(ctx: Ctx, occurrenceId: string, refusal: Refusal, also?: string): Promise<void> {
  const { tx, now } = ctx;
  const due = await lockDueOccurrence(tx, { id: occurrenceId, now });
  if (!due) return;
  const { order, occurrence } = due;
  const why = { code: refusal.code, text: [unattendedMessage(refusal), also].filter(Boolean).join(' ') };
  const attempts = occurrence.attempts + 1;
  const calendar = await loadCalendar(tx, toCurrencyPair(order));
  const again = nextRetryAt(now, calendar, await requireSetting(tx, standingOrderSetting, {}, now));
  const news = { ...toEventDetails(order, occurrence), message: why.text };
  if (again) {
    const failure = { failureCode: why.code, failureReason: why.text };
    await updateOccurrence(tx, occurrence.id, { state: 'retrying', attempts, nextAttemptAt: again, ...failure });
    const retryTime = formatLocalTime(again, calendar.zone);
    await emit(ctx, standingOrderUpdated, { ...news, step: 'retrying', retryTime });
    await audit(ctx, 'standing-order.retried', `standing-order:${order.id}`, { day: occurrence.day, code: why.code });
    return;
  }
  await updateOccurrence(tx, occurrence.id, { attempts });
  await emit(ctx, standingOrderUpdated, { ...news, step: 'failed' });
  await closeOccurrence(ctx, order, occurrence, { state: 'failed', why });
}

/** Our own errors postpone the date by a minute without counting an attempt or notifying the customer. */
export const postponeOccurrence = ({ tx, now }: Ctx, occurrenceId: string): Promise<void> =>
  updateOccurrence(tx, occurrenceId, { nextAttemptAt: new Date(now.getTime() + minuteMs) });

/** The refusal's text addresses a person about to pay; at a retry nobody is present. */
function unattendedMessage({ code, message, data }: Refusal): string {
  if (code !== 'insufficient_funds' || !data) return message;
  const { currency } = data;
  if (typeof currency !== 'string' || !isCurrency(currency)) return message;
  const [needed, available] = [data.needed, data.available].map((text) => readAmount(currency, String(text)));
  if (!needed || !available) return message;
  return defaultText('standing_order_short', { available, needed, missing: subtract(needed, available) });
}

export async function cancelOccurrenceApproval(
  ctx: Ctx,
  { id, isApprovalRequested }: OccurrenceRow,
  why: string,
): Promise<void> {
  if (!isApprovalRequested) return;
  await voidApproval(ctx, 'standing_date', id, why);
  await closeOccurrenceChange(ctx.tx, id, 'sent_back');
}
