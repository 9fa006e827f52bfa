import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inForce, requireSetting } from '../../platform/settings/setting.ts';
import { railRule } from '../../reference/rail/rail.ts';
import { paymentSetting } from './payment.settings.ts';

const hourMs = 3_600_000;
const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * hourMs);

type ReviewDeadlines = Readonly<{ newsAt: Date; decidedBy: Date }>;

export async function findReviewDeadlines(tx: Tx, now: Date): Promise<ReviewDeadlines> {
  const { updateIntervalHours, decisionSlaHours } = await requireSetting(tx, paymentSetting, {});
  return { newsAt: hoursAfter(now, updateIntervalHours), decidedBy: hoursAfter(now, decisionSlaHours) };
}

type Rail = Readonly<{ rail: string; currency: Currency }>;

/** In seconds since the instruction was first submitted. */
export type ResponseTimeouts = Readonly<{ answerSeconds: number; sendAgainSeconds: number; giveUpSeconds: number }>;

/** Uses the rule in force at submission, so a stricter rule cannot abandon payments in transit. */
export const findResponseTimeouts = batchLoader(
  'reads',
  async (tx, rails: readonly (Rail & { at: Date })[]): Promise<ResponseTimeouts[]> => {
    const { rows } = await sql<ResponseTimeouts>`
    select coalesce(response_timeout_seconds, 15) as answer_seconds, coalesce(resubmit_window_seconds, 600) as send_again_seconds,
      coalesce(abandon_after_seconds, 1200) as give_up_seconds
    from unnest(${rails.map(({ rail }) => rail)}::text[], ${rails.map(({ currency }) => currency)}::text[],
        ${rails.map(({ at }) => at)}::timestamptz[]) with ordinality as a (rail, currency, at, place)
      left join lateral (${inForce(railRule, { rail: sql.ref('a.rail'), currency: sql.ref('a.currency') }, { at: sql.ref('a.at') })}) r on true
    order by a.place`.execute(tx);
    return rows;
  },
);

export async function nextOverdueUpdateAt(tx: Tx, now: Date): Promise<Date> {
  const { overdueUpdateHours } = await requireSetting(tx, paymentSetting, {});
  return hoursAfter(now, overdueUpdateHours);
}
