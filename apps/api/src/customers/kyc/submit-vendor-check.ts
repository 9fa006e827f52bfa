import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import type { ExternalHandler } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { findCustomer } from '../customer/customer.ts';
import { type EvaluatedItem, findItem, type KycFile, loadKycFile } from './evaluate-items.ts';
import { kycSetting } from './kyc.settings.ts';
import { findApplication, lockApplication } from './kyc.sql.ts';
import type { IdentityVendor, VendorOrder, VendorSubject } from './rails/identity-vendor.ts';
import { findVendorCheck, updateVendorCheck } from './vendor-check.sql.ts';

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
