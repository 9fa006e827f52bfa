import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import { defaultText } from '@larkmere/messages/format-message';
import { type AutoFxOrder, type FailureCode, isScheduled } from './auto-fx.ts';

export type PendingOrder = Pick<AutoFxOrder, 'state' | 'type' | 'hold' | 'nextRunAt' | 'validUntil' | 'remindedAt'> &
  Readonly<{
    retryAt: Date | null;
    failure: Readonly<{ code: FailureCode; message: string }> | null;
    approvalExpiresAt: Date | null;
  }>;

const dayMs = 86_400_000;
export const reminderIntervalDays = 90;
/** A triggered order is filled within this time, or decided again. */
export const decisionValidityMs = 15 * 60_000;

type StatusText = Pick<PendingStatus, 'owner' | 'reason' | 'nextStep'> & Readonly<{ update: Date; deadline?: Date }>;

export function pendingStatusOf(order: PendingOrder, now: Date): PendingStatus | null {
  const { validUntil, remindedAt } = order;
  const said = statusText(order, validUntil ?? new Date(remindedAt.getTime() + reminderIntervalDays * dayMs), now);
  if (!said) return null;
  const { owner, reason, nextStep, update, deadline } = said;
  const last = deadline && validUntil ? earlier(deadline, validUntil) : (deadline ?? validUntil);
  const nextUpdateAt = (last ? earlier(update, last) : update).toISOString();
  return { owner, reason, nextStep, nextUpdateAt, deadlineAt: last?.toISOString() ?? null };
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

function statusText(order: PendingOrder, end: Date, now: Date): StatusText | undefined {
  const { state, hold, approvalExpiresAt, retryAt } = order;
  switch (state) {
    case 'pending_approval':
      return {
        owner: 'team',
        reason: defaultText(hold ? 'auto_fx_awaiting_approval_reserved' : 'auto_fx_awaiting_approval'),
        nextStep: defaultText('auto_fx_awaiting_approval_next'),
        update: approvalExpiresAt ?? end,
        ...(approvalExpiresAt && { deadline: approvalExpiresAt }),
      };
    case 'active':
      return activeStatus(order, end);
    case 'triggered':
      return {
        owner: 'us',
        reason: defaultText('auto_fx_triggered'),
        nextStep: defaultText('auto_fx_triggered_next'),
        update: new Date(now.getTime() + decisionValidityMs),
        deadline: new Date(now.getTime() + decisionValidityMs),
      };
    case 'paused':
      return {
        owner: 'you',
        reason: defaultText(hold ? 'auto_fx_paused_reserved' : 'auto_fx_paused'),
        nextStep: defaultText('auto_fx_paused_next'),
        update: end,
      };
    case 'failed_retryable':
      return retryStatus(order, end);
    case 'held_offhours':
      return {
        owner: 'us',
        reason: defaultText('auto_fx_market_closed'),
        nextStep: defaultText('auto_fx_market_closed_next'),
        update: retryAt ?? end,
      };
    case 'held_service_off':
      return {
        owner: 'us',
        reason: defaultText('auto_fx_service_off'),
        nextStep: defaultText('auto_fx_service_off_next'),
        update: end,
      };
    case 'filled':
    case 'failed_final':
    case 'expired':
    case 'cancelled':
      return undefined;
  }
}

function activeStatus(order: PendingOrder, end: Date): StatusText {
  if (isScheduled(order.type))
    return {
      owner: 'us',
      reason: defaultText('auto_fx_not_due'),
      nextStep: defaultText('auto_fx_not_due_next'),
      update: order.nextRunAt ?? end,
    };
  return {
    owner: 'us',
    reason: defaultText('auto_fx_waiting_for_rate'),
    nextStep: defaultText('auto_fx_waiting_for_rate_next'),
    update: end,
  };
}

function retryStatus({ failure, retryAt }: PendingOrder, end: Date): StatusText {
  const isShort = failure?.code === 'short_balance';
  return {
    owner: isShort ? 'you' : 'us',
    reason: failure?.message ?? defaultText('auto_fx_failed'),
    nextStep: defaultText(isShort ? 'auto_fx_failed_short_next' : 'auto_fx_failed_next'),
    update: retryAt ?? end,
  };
}
