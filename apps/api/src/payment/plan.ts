import type { PlanView } from '@larkmere/contract/payment';
import type { RailName } from '@larkmere/contract/rail-name';
import type { Currency } from '@larkmere/money/money';
import { dayText } from '../kernel/moment-text.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { planInForce } from './plan.sql.ts';

export type Plan = Readonly<{
  earliest: string;
  latest: string;
  asked?: Readonly<{ day: string; leavesOn: string; leavesAt: Date }>;
}>;

/** Refuses `execution_date_invalid` outside the scheduling window. */
export async function planFor(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { rail, currency, day }: Readonly<{ rail: RailName; currency: Currency; day?: string | undefined }>,
): Promise<Plan> {
  const row = await planInForce(tx, { rail, currency, now, day: day ?? null });
  if (!row) throw new Error(`no rule of plans or of ${rail} ${currency}`);
  const { earliest, latest, leaves_on, leaves_at } = row;
  if (day === undefined || leaves_on === null || leaves_at === null) return { earliest, latest };
  if (day >= earliest && day <= latest)
    return { earliest, latest, asked: { day, leavesOn: leaves_on, leavesAt: leaves_at } };
  const message =
    latest < earliest ? unplannable : `Choose a day from ${shown(earliest)} to ${shown(latest)}. Nothing was sent.`;
  throw new Refusal('execution_date_invalid', {
    message,
    errors: [{ field: 'executionDate', code: 'execution_date_invalid', message }],
  });
}

const unplannable =
  'The days off of the banks on this way are not announced so far ahead, so this cannot be planned. Nothing was sent. You can send it now.';

const shown = (day: string): string => dayText(new Date(day));

export const viewPlan = ({ earliest, latest, asked }: Plan): PlanView => ({
  earliest,
  latest,
  leavesOn: asked?.leavesOn ?? null,
  leavesAt: asked?.leavesAt.toISOString() ?? null,
});
