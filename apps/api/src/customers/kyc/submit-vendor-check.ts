import type { contract } from '@larkmere/contract/contract';
import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { sql } from 'kysely';
import type { ExternalHandler } from '../../platform/events/relay.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob, type Job, type JobRun } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { inForce, requireSetting } from '../../platform/settings/setting.ts';
import { findCustomer } from '../customer/customer.ts';
import { addConcern, applyVendorResult, sendToReview } from './apply-vendor-result.ts';
import { isVerified } from './editing.ts';
import { type EvaluatedItem, findItem, type KycFile, loadKycFile } from './evaluate-items.ts';
import { kycSetting } from './kyc.settings.ts';
import { findApplication, lockApplication } from './kyc.sql.ts';
import type { IdentityVendor, VendorOrder, VendorReport, VendorSubject } from './rails/identity-vendor.ts';
import { findVendorCheck, insertVendorEvent, updateVendorCheck } from './vendor-check.sql.ts';

/** Safe to repeat after a crash or a lost response: the vendor knows the order by its id. */
export const submitVendorCheck =
  (vendor: IdentityVendor): ExternalHandler<{ checkId: string }> =>
  async ({ transaction }, { payload: { checkId } }) => {
    const order = await transaction((ctx) => loadOrder(ctx, checkId));
    if (!order) return;
    await vendor.submit(order);
    await transaction((ctx) => markSubmitted(ctx, checkId));
  };

async function loadOrder(ctx: Ctx, checkId: string): Promise<VendorOrder | undefined> {
  const check = await findVendorCheck(ctx.tx, checkId);
  if (check?.state !== 'requested') return undefined;
  const application = await findApplication(ctx.tx, check.applicationId);
  if (!application) return undefined;
  const file = await loadKycFile(ctx, application);
  const customer = await findCustomer(ctx.tx, application.customerId);
  const people = file.people.map((person) => toSubject(file, person.id, person.id, person.name ?? ''));
  const own = toSubject(file, application.customerId, null, customer?.name ?? '');
  return { checkId, subjects: [own, ...people].filter(({ items }) => items.length > 0) };
}

function toSubject(file: KycFile, subject: string, personId: string | null, known: string): VendorSubject {
  const answersOf = (key: KycItemKey) => findItem(file, key, personId)?.answers;
  const [person, firm] = [answersOf('personal_details'), answersOf('company')];
  return {
    subject,
    name: person?.fullName ?? firm?.legalName ?? known,
    dateOfBirth: person?.dateOfBirth ?? null,
    country: person?.country ?? firm?.companyCountry ?? null,
    items: file.items.filter((item) => isChecked(item, personId)).map(({ requirement }) => requirement.key),
  };
}

const isChecked = ({ row }: EvaluatedItem, personId: string | null): boolean =>
  row.personId === personId && row.state === 'in_review';

async function markSubmitted(ctx: Ctx, checkId: string): Promise<void> {
  const { tx, now } = ctx;
  const found = await findVendorCheck(tx, checkId);
  if (found) await lockApplication(tx, found.applicationId);
  const check = await findVendorCheck(tx, checkId);
  // The result may have come before the response.
  if (check?.state !== 'requested') return;
  const { enquiryMinutes } = await requireSetting(tx, kycSetting, {});
  const nextEnquiryAt = new Date(now.getTime() + enquiryMinutes * 60_000);
  await updateVendorCheck(tx, checkId, { state: 'submitted', nextEnquiryAt });
  await audit(ctx, 'kyc.vendor_check_submitted', `kyc:${check.applicationId}`, { check: checkId });
}

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

/** A repeated event and one that a later result has overtaken change nothing, and are answered so that they end. */
export const receiveVendorEvent: Verb<typeof contract.kyc.receiveEvent> = async (
  ctx,
  { eventId, checkId, sequence, result },
) => {
  const known = await findVendorCheck(ctx.tx, checkId);
  const application = known && (await lockApplication(ctx.tx, known.applicationId));
  const check = application && (await findVendorCheck(ctx.tx, checkId));
  if (!check) throw new Refusal('not_found');
  const isOutdated = sequence <= check.lastSequence;
  const isNew = await insertVendorEvent(ctx.tx, { eventId, checkId, sequence, result, isOutdated });
  if (!isNew || isOutdated) return { applied: false };
  await applyVendorResult(ctx, application, check, { sequence, result });
  return { applied: true };
};
