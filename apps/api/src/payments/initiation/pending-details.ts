import type { ReasonCode } from '@larkmere/contract/payments/payment';
import { defaultText } from '@larkmere/messages/format-message';
import { shortestExpiryDays } from '../../approvals/approval/approval.ts';
import type { ServiceQueue } from '../../reference/service-availability/service-availability.ts';
import { queuedTexts } from '../payment/queued-payment.ts';
import type { CheckedOrder } from './check-order.ts';

type PendingDetails = Readonly<{
  reasonCode: ReasonCode | null;
  reason: string;
  nextStep: string;
  nextUpdateAt: Date;
  deadlineAt: Date;
}>;

type DecidedOrder = Pick<CheckedOrder, 'screening' | 'price'> &
  Partial<Pick<CheckedOrder, 'schedule' | 'approvalRequirements'>> &
  Readonly<{ isExchanged?: boolean }>;

export function pendingDetailsOf(
  now: Date,
  { screening, schedule, price, isExchanged = false, approvalRequirements = [] }: DecidedOrder,
): PendingDetails | undefined {
  if (screening.state === 'in_review') return screening;
  if (screening.state === 'awaiting_approval')
    return approvalDetails(now, { schedule, isExchanged, approvalRequirements });
  const { opensAt, arrival, queue } = price;
  if (schedule) return undefined;
  if (opensAt <= now) return queue && queuedDetails(queue, arrival.latest);
  return {
    reasonCode: 'cut_off_missed',
    reason: defaultText('payment_bank_closed'),
    nextStep: defaultText('payment_bank_closed_next'),
    nextUpdateAt: opensAt,
    deadlineAt: arrival.latest,
  };
}

const queuedDetails = (queue: ServiceQueue, deadlineAt: Date): PendingDetails => ({
  ...queuedTexts(queue),
  reasonCode: 'service_queued',
  nextUpdateAt: queue.until ?? deadlineAt,
  deadlineAt,
});

/** `pendingDetailsOf` as columns; empties those of the state before. */
export const pendingColumns = (details: PendingDetails | undefined) => ({
  reasonCode: details?.reasonCode ?? null,
  reason: details?.reason ?? null,
  nextStep: details?.nextStep ?? null,
  nextUpdateAt: details?.nextUpdateAt ?? null,
  deadlineAt: details?.deadlineAt ?? null,
});

/** What price and screening decide of a payment that leaves now. */
export const departureColumns = (now: Date, { price, screening }: Pick<DecidedOrder, 'price' | 'screening'>) => ({
  // The job that releases payments lets it go when the event ends.
  notBefore: price.opensAt > now ? price.opensAt : price.queue ? now : null,
  arrivalEarliest: price.arrival.earliest,
  arrivalLatest: price.arrival.latest,
  arrivalDaysOff: price.arrival.daysOff,
  documentsRequired: screening.state === 'in_review' ? [...screening.documents] : [],
});

const dayMs = 24 * 3_600_000;

type ApprovalWait = Required<Pick<DecidedOrder, 'approvalRequirements' | 'isExchanged'>> &
  Pick<DecidedOrder, 'schedule'>;

function approvalReason({ schedule, isExchanged }: ApprovalWait): string {
  if (schedule) return defaultText('payment_awaiting_approval_scheduled');
  return defaultText(isExchanged ? 'payment_awaiting_approval_exchange' : 'payment_awaiting_approval');
}

function approvalDetails(now: Date, wait: ApprovalWait): PendingDetails {
  const { approvalRequirements } = wait;
  const until = new Date(now.getTime() + shortestExpiryDays(approvalRequirements) * dayMs);
  return {
    reasonCode: null,
    reason: approvalReason(wait),
    nextStep: defaultText('payment_awaiting_approval_next'),
    nextUpdateAt: until,
    deadlineAt: until,
  };
}
