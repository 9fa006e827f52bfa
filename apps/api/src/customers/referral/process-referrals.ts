import { sql } from 'kysely';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { advanceReferral } from './advance-referral.ts';

const isDue = sql<boolean>`next_check_at <= now()
  or (state in ('registered', 'kyc_approved') and complete_by < (now() at time zone 'Europe/London')::date)`;

/** Ends what is late, and looks again at what no event announces. */
export const referralChecks = defineJob({
  name: 'process-referrals',
  everySeconds: 5,
  run: (job) =>
    handleDueRows(job, { table: 'referral.referral', isDue, handle: (ctx, { id }) => advanceReferral(ctx, id) }),
});
