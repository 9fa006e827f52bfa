import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
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
  const money = hold ? 'The money is set aside.' : 'Nothing is set aside for it.';
  switch (state) {
    case 'pending_approval':
      return {
        owner: 'team',
        reason: `Somebody of your team who did not place this order has to approve it. ${money}`,
        nextStep: 'Your team approves it or sends it back.',
        update: approvalExpiresAt ?? end,
        ...(approvalExpiresAt && { deadline: approvalExpiresAt }),
      };
    case 'active':
      return activeStatus(order, end);
    case 'triggered':
      return {
        owner: 'us',
        reason: 'Its rate or its day has come.',
        nextStep: 'We carry it out.',
        update: new Date(now.getTime() + decisionValidityMs),
        deadline: new Date(now.getTime() + decisionValidityMs),
      };
    case 'paused':
      return {
        owner: 'you',
        reason: `This order is paused and exchanges nothing. ${money}`,
        nextStep: 'You resume it, change it or cancel it.',
        update: end,
      };
    case 'failed_retryable':
      return retryStatus(order, end);
    case 'held_offhours':
      return {
        owner: 'us',
        reason: 'The market is closed.',
        nextStep: 'We look at it again when the market opens.',
        update: retryAt ?? end,
      };
    case 'held_service_off':
      return {
        owner: 'us',
        reason: 'Auto FX is switched off at the moment.',
        nextStep: 'We go on when it is back.',
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
      reason: 'Its next day has not come yet.',
      nextStep: 'We exchange on that day.',
      update: order.nextRunAt ?? end,
    };
  return {
    owner: 'us',
    reason: 'The rate has not reached its target.',
    nextStep: 'We exchange as soon as it does.',
    update: end,
  };
}

function retryStatus({ failure, retryAt }: PendingOrder, end: Date): StatusText {
  const isShort = failure?.code === 'short_balance';
  return {
    owner: isShort ? 'you' : 'us',
    reason: failure?.message ?? 'It could not be carried out.',
    nextStep: isShort ? 'You add money to the account, and we try again.' : 'We try again.',
    update: retryAt ?? end,
  };
}
