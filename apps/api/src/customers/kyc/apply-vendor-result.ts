import type { KycConcern } from '@larkmere/contract/back-office/kyc-review';
import type { KycResult } from '@larkmere/contract/customers/kyc-event';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { daysAfter } from '../../platform/time/time-after.ts';
import { approveApplication } from './approve-application.ts';
import { isVerified } from './editing.ts';
import { type EvaluatedItem, type KycFile, loadKycFile } from './evaluate-items.ts';
import { findIdentityDifferences, screenApplication } from './identity-concerns.ts';
import { refuseItem, verifyItem } from './item-lifecycle.ts';
import { kycSetting } from './kyc.settings.ts';
import { type ApplicationRow, updateApplication } from './kyc.sql.ts';
import { kycItemsNeeded } from './kyc.ts';
import { changeKycState, lapseProposal } from './kyc-lifecycle.ts';
import { isAwaited, selectVendorChecks, updateVendorCheck, type VendorCheckRow } from './vendor-check.sql.ts';

type RefusedItem = Readonly<{ item: EvaluatedItem; reason: KycResult['items'][number]['reason'] }>;

/** Concerns that the vendor itself can settle with a later result. */
const vendorConcerns: readonly KycConcern[] = ['vendor_hold', 'vendor_silent'];

/** Of a locked identity check, in the order of the vendor's sequence. Outdated results do not come here. */
export async function applyVendorResult(
  ctx: Ctx,
  application: ApplicationRow,
  check: VendorCheckRow,
  { sequence, result }: Readonly<{ sequence: number; result: KycResult }>,
): Promise<void> {
  await recordResult(ctx, check, sequence, result);
  await lapseProposal(ctx, application.id);
  const [latest] = await selectVendorChecks(ctx.tx, application.id);
  const isOpen = check.id === latest?.id && isAwaited(check);
  if (isOpen && isUndecided(application)) return decideByVendor(ctx, application, result);
  if (isOpen && isVerified(application)) return updateVerified(ctx, application, result);
  if (result.answer !== 'RED') return;
  if (isVerified(application)) return reportContradiction(ctx, application);
  if (result.rejectType !== 'FINAL') return;
  if (['pending', 'action_required', 'in_review'].includes(application.state))
    await sendToReview(ctx, application, ['vendor_final']);
}

/** A check that is over keeps its result unless the vendor changes it. */
async function recordResult(ctx: Ctx, check: VendorCheckRow, sequence: number, result: KycResult): Promise<void> {
  const { status, answer, rejectType } = result;
  const isChanged = isAwaited(check) || (check.state === 'completed' && status === 'completed');
  await updateVendorCheck(ctx.tx, check.id, {
    lastSequence: sequence,
    respondedAt: ctx.now,
    nextEnquiryAt: null,
    ...(isChanged && { state: status, answer, rejectType, ...toReport(result) }),
  });
  await audit(ctx, 'kyc.vendor_result', `kyc:${check.applicationId}`, { check: check.id, status, answer, rejectType });
}

const toReport = ({ identities, register }: KycResult) =>
  identities || register ? { report: JSON.stringify({ identities, register }) } : {};

/** A person who looks for another reason than the vendor's keeps the decision. */
const isUndecided = ({ state, concerns }: ApplicationRow): boolean =>
  state === 'pending' || (state === 'in_review' && concerns.every((each) => vendorConcerns.includes(each)));

async function decideByVendor(ctx: Ctx, application: ApplicationRow, result: KycResult): Promise<void> {
  const file = await loadKycFile(ctx, application);
  const refused = refusedItems(file, result);
  if (result.status === 'on_hold') return sendToReview(ctx, application, ['vendor_hold']);
  if (result.answer === 'GREEN' && contradictsItself(file, result))
    return sendToReview(ctx, application, ['contradiction']);
  if (result.answer === 'GREEN') return approveOrReview(ctx, file, refused);
  if (result.rejectType === 'FINAL') {
    await changeKycState(ctx, application, { state: 'rejected' });
    return;
  }
  // A refusal without an item leaves nothing that the customer could mend.
  if (refused.length === 0) return sendToReview(ctx, application, ['vendor_hold']);
  const moved = await changeKycState(ctx, application, { state: 'action_required' });
  await refuseAll(ctx, { ...file, application: moved }, refused, moved.dueBy);
}

/** Conditions and refreshes: the approval stays whatever the vendor finds, except for a final refusal. */
async function updateVerified(ctx: Ctx, application: ApplicationRow, result: KycResult): Promise<void> {
  if (result.rejectType === 'FINAL') return reportContradiction(ctx, application);
  if (result.status === 'on_hold') return addConcern(ctx, application, 'vendor_hold');
  const file = await loadKycFile(ctx, application);
  const refused = refusedItems(file, result);
  if (result.answer === 'GREEN' && contradictsItself(file, result)) return reportContradiction(ctx, application);
  if (result.answer === 'GREEN' && refused.length === 0) return approveOrReview(ctx, file, []);
  const dueBy = await extendedDueBy(ctx, application);
  await refuseAll(ctx, file, refused, dueBy);
  await updateApplication(ctx.tx, application.id, { dueBy });
  const { id: applicationId, customerId } = application;
  await emit(ctx, kycItemsNeeded, { applicationId, customerId, dueBy: dueBy.toISOString() });
}

/** A verified customer works on while a person looks at what differs; one with a name on a list does not. */
async function approveOrReview(ctx: Ctx, file: KycFile, outstanding: readonly RefusedItem[]): Promise<void> {
  const { application } = file;
  const isListed = (await screenApplication(ctx, file)).length > 0;
  const differs = (await findIdentityDifferences(ctx, file)).length > 0;
  const concerns = [...(isListed ? ['name_on_list' as const] : []), ...(differs ? ['identity_differs' as const] : [])];
  if (differs && !isListed && isVerified(application)) return addConcern(ctx, application, 'identity_differs');
  if (concerns.length > 0) return sendToReview(ctx, application, concerns);
  await approveApplication(ctx, file, { outstanding });
}

const identityKeys: readonly string[] = ['personal_details', 'identity_document', 'selfie', 'company', 'people'];

/** Accepted, and yet who it is remains open, or something is named that was not handed in. */
const contradictsItself = ({ application, items: known }: KycFile, { items }: KycResult): boolean =>
  items.some(({ subject, key }) => {
    const personId = subject === application.customerId ? null : subject;
    const isKnown = known.some(({ row }) => row.key === key && row.personId === personId);
    return !isKnown || identityKeys.includes(key);
  });

async function refuseAll(ctx: Ctx, file: KycFile, refused: readonly RefusedItem[], dueBy: Date | null): Promise<void> {
  const isRefused = (item: EvaluatedItem) => refused.some((each) => each.item.row.id === item.row.id);
  for (const item of file.items) if (item.row.state === 'in_review' && !isRefused(item)) await verifyItem(ctx, item);
  for (const each of refused) await refuseItem(ctx, file.application, { ...each, dueBy });
}

/** The customer always has the full time to send again what was refused. */
async function extendedDueBy({ tx, now }: Ctx, { dueBy }: ApplicationRow): Promise<Date> {
  const { actionDays } = await requireSetting(tx, kycSetting, {});
  const again = daysAfter(now, actionDays);
  return dueBy !== null && dueBy > again ? dueBy : again;
}

/** Never closes or restricts anything automatically: the guard applies while two members of staff look at it. */
const reportContradiction = (ctx: Ctx, application: ApplicationRow): Promise<void> =>
  sendToReview(ctx, application, ['contradiction']);

export async function sendToReview(ctx: Ctx, application: ApplicationRow, concerns: KycConcern[]): Promise<void> {
  const all = [...new Set([...application.concerns, ...concerns])];
  if (application.state !== 'in_review') await changeKycState(ctx, application, { state: 'in_review', concerns: all });
  else if (all.length > application.concerns.length) await setConcerns(ctx, application, all);
}

export const addConcern = (ctx: Ctx, application: ApplicationRow, concern: KycConcern): Promise<void> =>
  setConcerns(ctx, application, [...new Set([...application.concerns, concern])]);

async function setConcerns(ctx: Ctx, { id }: ApplicationRow, concerns: KycConcern[]): Promise<void> {
  await updateApplication(ctx.tx, id, { concerns });
  await audit(ctx, 'kyc.concern_added', `kyc:${id}`, { concerns });
}

function refusedItems({ application, items }: KycFile, { items: reported }: KycResult): RefusedItem[] {
  return reported.flatMap(({ subject, key, reason }) => {
    const personId = subject === application.customerId ? null : subject;
    const item = items.find(({ row }) => row.key === key && row.personId === personId);
    return item && item.row.state === 'in_review' ? [{ item, reason }] : [];
  });
}
