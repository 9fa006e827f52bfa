import type { ReasonCode } from '@larkmere/contract/payments/payment';
import { shortestExpiryDays } from '../../approvals/approval/approval.ts';
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
  const { opensAt, arrival } = price;
  if (schedule || opensAt <= now) return undefined;
  return {
    reasonCode: 'cut_off_missed',
    reason: 'The bank takes no payments like this at the moment. Your money is set aside and safe.',
    nextStep: 'We hand it to the bank as soon as it opens.',
    nextUpdateAt: opensAt,
    deadlineAt: arrival.latest,
  };
}

/** `pendingDetailsOf` as columns; empties those of the state before. */
export const pendingColumns = (details: PendingDetails | undefined) => ({
  reason_code: details?.reasonCode ?? null,
  reason: details?.reason ?? null,
  next_step: details?.nextStep ?? null,
  next_update_at: details?.nextUpdateAt ?? null,
  deadline_at: details?.deadlineAt ?? null,
});

/** What price and screening decide of a payment that leaves now. */
export const departureColumns = (now: Date, { price, screening }: Pick<DecidedOrder, 'price' | 'screening'>) => ({
  not_before: price.opensAt > now ? price.opensAt : null,
  arrival_earliest: price.arrival.earliest,
  arrival_latest: price.arrival.latest,
  arrival_days_off: price.arrival.daysOff,
  documents_required: screening.state === 'in_review' ? [...screening.documents] : [],
});

const dayMs = 24 * 3_600_000;

type ApprovalWait = Required<Pick<DecidedOrder, 'approvalRequirements' | 'isExchanged'>> &
  Pick<DecidedOrder, 'schedule'>;

function fundsMessage({ schedule, isExchanged }: ApprovalWait): string {
  if (schedule) return 'The money is still yours to use.';
  return isExchanged
    ? 'What it takes at most is set aside, and it is exchanged at the rate of the moment when they do.'
    : 'The money is set aside.';
}

function approvalDetails(now: Date, asked: ApprovalWait): PendingDetails {
  const { approvalRequirements } = asked;
  const until = new Date(now.getTime() + shortestExpiryDays(approvalRequirements) * dayMs);
  return {
    reasonCode: null,
    reason: `Somebody of your team who did not make this payment has to approve it. ${fundsMessage(asked)}`,
    nextStep: 'Your team approves it or sends it back.',
    nextUpdateAt: until,
    deadlineAt: until,
  };
}
