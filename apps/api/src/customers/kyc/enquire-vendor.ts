import { sql } from 'kysely';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob, type Job, type JobRun } from '../../platform/jobs/job.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { inForce, requireSetting } from '../../platform/settings/setting.ts';
import { addConcern, applyVendorResult, sendToReview } from './apply-vendor-result.ts';
import { isVerified } from './editing.ts';
import { kycSetting } from './kyc.settings.ts';
import { lockApplication } from './kyc.sql.ts';
import type { IdentityVendor, VendorReport } from './rails/identity-vendor.ts';
import { findVendorCheck, updateVendorCheck } from './vendor-check.sql.ts';

const maxPerRun = 50;

/** Polls for results that were not reported, and hands over to a person what the vendor does not decide. */
export const vendorEnquiries = (vendor: IdentityVendor): Job =>
  defineJob({
    name: 'enquire-identity-vendor',
    everySeconds: 10,
    run: async (job) => {
      await enquireDueChecks(job, vendor);
      await escalateUnanswered(job);
    },
  });

async function enquireDueChecks({ transaction, log }: JobRun, vendor: IdentityVendor): Promise<void> {
  for (const id of await transaction(claimDueChecks)) {
    try {
      const report = await vendor.enquire(id);
      if (typeof report === 'object') await transaction((ctx) => applyReport(ctx, id, report));
    } catch (error) {
      log.warn({ err: error, check: id }, 'the identity vendor could not be asked');
    }
  }
}

/** The next enquiry is set first, so that two processes do not ask for the same check. */
async function claimDueChecks({ tx, now }: Ctx): Promise<string[]> {
  const { enquiryMinutes } = await requireSetting(tx, kycSetting, {});
  const { rows } = await sql<{ id: string }>`
    update kyc.vendor_check set next_enquiry_at = ${new Date(now.getTime() + enquiryMinutes * 60_000)}
    where id in (select id from kyc.vendor_check where next_enquiry_at <= now() and state = 'submitted'
      order by next_enquiry_at limit ${maxPerRun} for update skip locked)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

async function applyReport(ctx: Ctx, id: string, report: VendorReport): Promise<void> {
  const known = await findVendorCheck(ctx.tx, id);
  const application = known && (await lockApplication(ctx.tx, known.applicationId));
  const check = application && (await findVendorCheck(ctx.tx, id));
  if (check && report.sequence > check.lastSequence) await applyVendorResult(ctx, application, check, report);
}

const answerHours = inForce(kycSetting, {}, { select: sql`silence_hours` });

const escalateUnanswered = (job: JobRun): Promise<void> =>
  handleDueRows(job, {
    table: 'kyc.vendor_check',
    isDue: sql`state in ('requested', 'submitted') and created_at <= now() - (${answerHours}) * interval '1 hour'`,
    handle: async (ctx, check) => {
      const application = await lockApplication(ctx.tx, check.applicationId);
      if (!application) return;
      await updateVendorCheck(ctx.tx, check.id, { state: 'silent', nextEnquiryAt: null });
      if (application.state === 'pending') await sendToReview(ctx, application, ['vendor_silent']);
      else if (isVerified(application)) await addConcern(ctx, application, 'vendor_silent');
    },
  });
