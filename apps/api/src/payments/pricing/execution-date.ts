import type { ScheduleView } from '@larkmere/contract/payments/payment';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import type { Currency } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { formatLongDate } from '../../platform/time/format-date-time.ts';
import { findSchedule } from '../payment/schedule.sql.ts';

export type ExecutionSchedule = Readonly<{
  earliest: string;
  latest: string;
  requested?: Readonly<{ day: string; executesOn: string; executesAt: Date }>;
}>;

/** Refuses `execution_date_invalid` outside the scheduling window. */
export async function findExecutionSchedule(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { rail, currency, day }: Readonly<{ rail: RailName; currency: Currency; day?: string | undefined }>,
): Promise<ExecutionSchedule> {
  const row = await findSchedule(tx, { rail, currency, now, day: day ?? null });
  if (!row) throw new Error(`no rule of plans or of ${rail} ${currency}`);
  const { earliest, latest, leaves_on, execute_at } = row;
  if (day === undefined || leaves_on === null || execute_at === null) return { earliest, latest };
  if (day >= earliest && day <= latest)
    return { earliest, latest, requested: { day, executesOn: leaves_on, executesAt: execute_at } };
  const message =
    latest < earliest
      ? notSchedulableMessage
      : `Choose a day from ${formatDay(earliest)} to ${formatDay(latest)}. Nothing was sent.`;
  throw new Refusal('execution_date_invalid', {
    message,
    errors: [{ field: 'executionDate', code: 'not_allowed', message }],
  });
}

const notSchedulableMessage =
  'The days off of the banks on this way are not announced so far ahead, so this cannot be planned. Nothing was sent. You can send it now.';

const formatDay = (day: string): string => formatLongDate(new Date(day));

export const viewSchedule = ({ earliest, latest, requested }: ExecutionSchedule): ScheduleView => ({
  earliest,
  latest,
  executesOn: requested?.executesOn ?? null,
  executesAt: requested?.executesAt.toISOString() ?? null,
});
