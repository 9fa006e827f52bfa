import { sql } from 'kysely';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { inForce, requireSetting } from '../../platform/settings/setting.ts';
import { daysAfter, hoursAfter } from '../../platform/time/time-after.ts';
import { loadKycFile } from './evaluate-items.ts';
import { itemLifecycle } from './item-lifecycle.ts';
import { kycSetting } from './kyc.settings.ts';
import {
  type ApplicationRow,
  hasOpenItems,
  isBeingChecked,
  replaceItemDocuments,
  updateApplication,
} from './kyc.sql.ts';
import { kycRefreshDue, kycReviewDelayed } from './kyc.ts';
import { changeKycState } from './kyc-lifecycle.ts';

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

const noticeDays = inForce(kycSetting, {}, { select: sql`refresh_notice_days` });

const refreshIsDue = sql<boolean>`
  state = 'approved' and refresh_opened_at is null and refresh_due_at <= now() + (${noticeDays}) * interval '1 day'`;

const reminderIsDue = sql<boolean>`
  state = 'approved' and refresh_opened_at is not null and refresh_reminded_at is null and refresh_due_at <= now()
    and ${hasOpenItems}`;

/**
 * Asks for what may have changed, with the answers of last time. The account works on until the grace period after the
 * due date is over.
 */
async function openRefresh(ctx: Ctx, application: ApplicationRow): Promise<void> {
  const { refreshGraceDays } = await requireSetting(ctx.tx, kycSetting, {});
  const dueBy = daysAfter(application.refreshDueAt ?? ctx.now, refreshGraceDays);
  const { items } = await loadKycFile(ctx, application);
  for (const { row, requirement } of items) {
    if (requirement.refresh === undefined || row.state !== 'verified') continue;
    await changeState(ctx, itemLifecycle, row, { state: 'not_provided', reason: 'confirm_again', dueBy });
    if (requirement.refresh === 'documents') await replaceItemDocuments(ctx.tx, row.id);
  }
  await updateApplication(ctx.tx, application.id, { refreshOpenedAt: ctx.now, dueBy });
  await audit(ctx, 'kyc.refresh_opened', `kyc:${application.id}`, { customer: application.customerId });
  await announceRefresh(ctx, application, 'opened', application.refreshDueAt ?? dueBy);
}

async function remindOfRefresh(ctx: Ctx, application: ApplicationRow): Promise<void> {
  await updateApplication(ctx.tx, application.id, { refreshRemindedAt: ctx.now });
  await audit(ctx, 'kyc.refresh_reminded', `kyc:${application.id}`);
  await announceRefresh(ctx, application, 'due', application.dueBy ?? ctx.now);
}

const announceRefresh = (
  ctx: Ctx,
  { id, customerId }: ApplicationRow,
  step: 'opened' | 'due',
  dueBy: Date,
): Promise<void> => emit(ctx, kycRefreshDue, { applicationId: id, customerId, step, dueBy: dueBy.toISOString() });
