import { sql } from 'kysely';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { changeKycState, hoursAfter } from './change-kyc-state.ts';
import { kycSetting } from './kyc.settings.ts';
import { type ApplicationRow, hasOpenItems, isBeingChecked, updateApplication } from './kyc.sql.ts';
import { kycReviewDelayed } from './kyc.ts';
import { openRefresh, refreshIsDue, reminderIsDue, remindOfRefresh } from './refresh-application.ts';

/** What was submitted in time is decided, however long that takes. */
const expires = sql<boolean>`
  state in ('action_required', 'approved', 'approved_conditional') and due_by <= now()
    and (${hasOpenItems} or not ${isBeingChecked})`;

export const kycDeadlines = defineJob({
  name: 'process-kyc-deadlines',
  everySeconds: 5,
  run: async (job) => {
    const table = 'kyc.application';
    await handleDueRows(job, {
      table,
      isDue: expires,
      handle: (ctx, application) => changeKycState(ctx, application, { state: 'expired' }),
    });
    await handleDueRows(job, {
      table,
      isDue: sql`state = 'in_review' and next_update_at <= now()`,
      handle: announceDelay,
    });
    await handleDueRows(job, { table, isDue: refreshIsDue, handle: openRefresh });
    await handleDueRows(job, { table, isDue: reminderIsDue, handle: remindOfRefresh });
  },
});

async function announceDelay(ctx: Ctx, { id: applicationId, customerId }: ApplicationRow): Promise<void> {
  const { reviewHours } = await requireSetting(ctx.tx, kycSetting, {});
  const nextUpdateAt = hoursAfter(ctx.now, reviewHours);
  await updateApplication(ctx.tx, applicationId, { nextUpdateAt });
  await audit(ctx, 'kyc.review_delayed', `kyc:${applicationId}`);
  await emit(ctx, kycReviewDelayed, { applicationId, customerId, nextUpdateAt: nextUpdateAt.toISOString() });
}
