import type { ScheduleView } from '@larkmere/contract/payments/payment';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import { type Message, message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findSchedule } from '../payment/schedule.sql.ts';

export type ExecutionSchedule = Readonly<{
  earliest: string;
  latest: string;
  requested?: Readonly<{ day: string; executesOn: string; executesAt: Date }>;
}>;

type DayOfRail = Readonly<{ rail: RailName; currency: Currency; day: string }>;

/** When a payment of that day would leave, and whether it can be scheduled now. */
export async function findExecutionDay(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { rail, currency, day }: DayOfRail,
): Promise<
  Readonly<{ today: string; earliest: string; latest: string; isOpen: boolean; executesOn: string; executesAt: Date }>
> {
  const row = await findSchedule(tx, { rail, currency, now, day });
  if (!row?.leavesOn || !row.executeAt) throw new Error(`no rule of plans or of ${rail} ${currency}`);
  const { today, earliest, latest, leavesOn: executesOn, executeAt: executesAt } = row;
  return { today, earliest, latest, isOpen: day >= earliest && day <= latest, executesOn, executesAt };
}

/**
 * The schedule that was agreed to, also if its day has come since: the payment is due at once then, as one that
 * colleagues approve after its day.
 */
export async function findAgreedSchedule(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  agreed: DayOfRail,
): Promise<NonNullable<ExecutionSchedule['requested']>> {
  const { executesOn, executesAt } = await findExecutionDay(ctx, agreed);
  return { day: agreed.day, executesOn, executesAt: new Date(Math.max(executesAt.getTime(), ctx.now.getTime())) };
}

/** Refuses `execution_date_invalid` outside the scheduling window. */
export async function findExecutionSchedule(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { rail, currency, day }: Readonly<{ rail: RailName; currency: Currency; day?: string | undefined }>,
): Promise<ExecutionSchedule> {
  const row = await findSchedule(tx, { rail, currency, now, day: day ?? null });
  if (!row) throw new Error(`no rule of plans or of ${rail} ${currency}`);
  const { earliest, latest, leavesOn, executeAt } = row;
  if (day === undefined || leavesOn === null || executeAt === null) return { earliest, latest };
  if (day >= earliest && day <= latest)
    return { earliest, latest, requested: { day, executesOn: leavesOn, executesAt: executeAt } };
  throw latest < earliest
    ? invalidDate(message('payment_scheduling_unavailable'), message('payment_date_unavailable'))
    : invalidDate(
        message('payment_date_out_of_range', { earliest, latest }),
        message('payment_date_between', { earliest, latest }),
      );
}

const invalidDate = (reason: Message, fieldReason: Message): Refusal =>
  new Refusal('execution_date_invalid', {
    reason,
    errors: [{ field: 'executionDate', code: 'not_allowed', reason: fieldReason }],
  });

export const viewSchedule = ({ earliest, latest, requested }: ExecutionSchedule): ScheduleView => ({
  earliest,
  latest,
  executesOn: requested?.executesOn ?? null,
  executesAt: requested?.executesAt.toISOString() ?? null,
});
