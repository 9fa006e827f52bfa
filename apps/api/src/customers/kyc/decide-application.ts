import type { KycCaseFile, KycConcern, KycOutcome } from '@larkmere/contract/back-office/kyc-review';
import type { contract } from '@larkmere/contract/contract';
import type { KycItemReason, KycItemRefusal } from '@larkmere/contract/customers/kyc-event';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { type Message, message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { changeAccountStatus } from '../customer/customer.ts';
import { sendToReview } from './apply-vendor-result.ts';
import { approveApplication } from './approve-application.ts';
import { isVerified } from './editing.ts';
import { type EvaluatedItem, isOpen, type KycFile, loadKycFile } from './evaluate-items.ts';
import { findIdentityDifferences, screenApplication } from './identity-concerns.ts';
import { earlierReason, type ItemRefusal, refuseItem, verifyItem } from './item-lifecycle.ts';
import {
  type ApplicationRow,
  completeDecision,
  type DecisionRow,
  findProposal,
  insertDecision,
  lockApplication,
  selectEndOfLondonDay,
  updateApplication,
  withdrawProposal,
} from './kyc.sql.ts';
import { changeKycState } from './kyc-lifecycle.ts';
import { allowedOutcomes, viewCase } from './show-case.ts';
import { selectVendorChecks, supersedeVendorChecks } from './vendor-check.sql.ts';

type Decision = Input<typeof contract.kycReview.decide>;

/** Refuses `approver_conflict` for the same person twice, and for a proposal of something else. */
export const decideApplication: Verb<typeof contract.kycReview.decide> = async (ctx, decision) => {
  const file = await lockCase(ctx, decision.uid);
  if (!allowedOutcomes(file.application).includes(decision.outcome)) throw new Refusal('invalid_transition');
  await requireReady(ctx, file, decision);
  const isSettled = await recordDecision(ctx, file, decision);
  if (isSettled) await applyDecision(ctx, file, decision);
  return reload(ctx, decision.uid);
};

export const withdrawDecision: Verb<typeof contract.kycReview.withdrawDecision> = async (ctx, { uid }) => {
  await lockCase(ctx, uid);
  if (!(await withdrawProposal(ctx.tx, uid))) throw new Refusal('invalid_transition');
  await audit(ctx, 'kyc.decision_withdrawn', `kyc:${uid}`);
  return reload(ctx, uid);
};

/** Refuses `not_found`. Everything about one identity check runs behind its lock. */
async function lockCase(ctx: StaffCtx, uid: string): Promise<KycFile> {
  const application = await lockApplication(ctx.tx, uid);
  if (!application) throw new Refusal('not_found');
  return loadKycFile(ctx, application);
}

async function reload(ctx: StaffCtx, uid: string): Promise<KycCaseFile> {
  const application = await lockApplication(ctx.tx, uid);
  if (!application) throw new Error(`identity check ${uid} is missing`);
  return viewCase(ctx, application);
}

/** Reasons that say why two versions of an identity are one person. */
const explainsDifference: readonly Decision['reasonCode'][] = ['difference_explained', 'vendor_overruled'];

async function requireReady(ctx: StaffCtx, file: KycFile, decision: Decision): Promise<void> {
  const { tx, now } = ctx;
  const { items } = file;
  const { outcome, dueOn, items: named = [] } = decision;
  const isNamed = (item: EvaluatedItem) => named.some(({ item: id }) => id === item.row.id);
  if (named.some(({ item }) => !items.some(({ row }) => row.id === item))) throw new Refusal('not_found');
  const open = items.filter((item) => isOpen(item.row) || isNamed(item));
  const isApproval = outcome === 'approve' || outcome === 'approve_conditional';
  if (
    isApproval &&
    !explainsDifference.includes(decision.reasonCode) &&
    (await findIdentityDifferences(ctx, file)).length > 0
  )
    throw invalid('reasonCode', message('kyc_difference_unexplained'));
  if (dueOn !== undefined && (await selectEndOfLondonDay(tx, dueOn)) <= now)
    throw invalid('dueOn', message('kyc_due_on_past'));
  if (outcome === 'approve' && open.length > 0)
    throw new Refusal('invalid_transition', { reason: message('kyc_items_open') });
  if (outcome === 'approve_conditional' && dueOn === undefined) throw invalid('dueOn', message('kyc_due_on_needed'));
  if ((outcome === 'approve_conditional' || outcome === 'request_more') && open.length === 0)
    throw invalid('items', message('kyc_items_needed'));
}

const invalid = (field: string, reason: Message): Refusal =>
  new Refusal('validation_failed', { errors: [{ field, code: 'required', reason }] });

/** True when the decision takes effect now. */
async function recordDecision(ctx: StaffCtx, file: KycFile, decision: Decision): Promise<boolean> {
  const { tx, actor } = ctx;
  const { id } = file.application;
  const proposal = await findProposal(tx, id);
  if (proposal) {
    if (proposal.firstBy === actor.staffId) throw new Refusal('approver_conflict');
    if (!isSame(proposal, decision)) throw new Refusal('approver_conflict', { reason: message('kyc_decided_already') });
    await completeDecision(tx, proposal.id, actor.staffId);
    return true;
  }
  const needsSecond = await needsTwoPeople(ctx, file, decision.outcome);
  await insertDecision(tx, {
    id: v7(),
    applicationId: id,
    outcome: decision.outcome,
    reason: decision.reasonCode,
    note: decision.note,
    dueOn: decision.dueOn ?? null,
    items: JSON.stringify(sortedItems(decision)),
    state: needsSecond ? 'proposed' : 'applied',
    needsSecond,
    firstBy: actor.staffId,
  });
  const { outcome, reasonCode: reason } = decision;
  await audit(ctx, needsSecond ? 'kyc.decision_proposed' : 'kyc.decided', `kyc:${id}`, { outcome, reason });
  return !needsSecond;
}

/** The second person decides exactly what the first one did. The note may be another. */
const isSame = (proposal: DecisionRow, decision: Decision): boolean =>
  proposal.outcome === decision.outcome &&
  proposal.reason === decision.reasonCode &&
  proposal.dueOn === (decision.dueOn ?? null) &&
  JSON.stringify(sortedItems(proposal)) === JSON.stringify(sortedItems(decision));

const sortedItems = ({ items = [] }: Readonly<{ items?: readonly KycItemRefusal[] | undefined }>) =>
  items.map(({ item, reasonCode }) => ({ item, reasonCode })).toSorted((a, b) => a.item.localeCompare(b.item));

const graveConcerns: readonly KycConcern[] = ['name_on_list', 'contradiction', 'vendor_final'];

/** A rejection, a restriction, and an approval against the list of sanctions or against the vendor. */
async function needsTwoPeople(ctx: StaffCtx, file: KycFile, outcome: KycOutcome): Promise<boolean> {
  if (outcome === 'reject' || outcome === 'restrict') return true;
  if (outcome !== 'approve' && outcome !== 'approve_conditional') return false;
  if (file.application.concerns.some((each) => graveConcerns.includes(each))) return true;
  const [check] = await selectVendorChecks(ctx.tx, file.application.id);
  return check?.answer === 'RED' || (await screenApplication(ctx, file)).length > 0;
}

async function applyDecision(ctx: StaffCtx, file: KycFile, decision: Decision): Promise<void> {
  const { application } = file;
  const dueBy = decision.dueOn === undefined ? undefined : await selectEndOfLondonDay(ctx.tx, decision.dueOn);
  const named = namedItems(file, decision);
  if (decision.outcome !== 'hold' && decision.outcome !== 'restrict')
    await supersedeVendorChecks(ctx.tx, application.id);
  switch (decision.outcome) {
    case 'approve':
    case 'approve_conditional':
      await approveByStaff(ctx, file, { named, dueBy, outcome: decision.outcome });
      return;
    case 'request_more':
      return requestMore(ctx, file, named, dueBy);
    case 'hold':
      return sendToReview(ctx, application, ['staff']);
    case 'reject':
      await changeKycState(ctx, application, { state: 'rejected' });
      return;
    case 'restrict':
      return restrict(ctx, application);
  }
}

type Named = Readonly<{ item: EvaluatedItem; reason: ItemRefusal['reason'] }>;

const namedItems = ({ items }: KycFile, { items: named = [] }: Decision): Named[] =>
  named.flatMap(({ item: id, reasonCode: reason }) => {
    const item = items.find(({ row }) => row.id === id);
    return item ? [{ item, reason }] : [];
  });

/** What is open already and not named stays asked for. */
const openItems = ({ items }: KycFile, named: readonly Named[]): Named[] =>
  items
    .filter(({ row }) => isOpen(row) && !named.some(({ item }) => item.row.id === row.id))
    .map((item) => ({ item, reason: earlierReason(item) }));

type StaffApproval = Readonly<{ named: readonly Named[]; dueBy: Date | undefined; outcome: KycOutcome }>;

async function approveByStaff(ctx: StaffCtx, file: KycFile, { named, dueBy, outcome }: StaffApproval): Promise<void> {
  const outstanding = outcome === 'approve' ? [] : [...named, ...openItems(file, named)];
  await approveApplication(ctx, file, { outstanding, dueBy });
}

async function requestMore(
  ctx: StaffCtx,
  file: KycFile,
  named: readonly Named[],
  dueBy: Date | undefined,
): Promise<void> {
  const { application } = file;
  const until = dueBy === undefined ? {} : { dueBy };
  const moved = isVerified(application)
    ? await updateApplication(ctx.tx, application.id, { ...until, concerns: [] })
    : await changeKycState(ctx, application, { ...until, state: 'action_required' });
  for (const each of [...named, ...openItems(file, named)])
    await refuseItem(ctx, moved, { ...each, dueBy: moved.dueBy });
}

/** Sending is paused; nothing is closed. The identity check stays in review. */
async function restrict(ctx: StaffCtx, application: ApplicationRow): Promise<void> {
  const restriction = { status: 'restricted', reasonCode: 'identity_contradicted' } as const;
  await changeAccountStatus(ctx, application.customerId, restriction);
}

/** Items are decided while a person looks at the whole, or at a customer who is verified already. */
export const decideKycItem: Verb<typeof contract.kycReview.decideItem> = async (
  ctx,
  { uid, item: id, decision, reasonCode, note = null },
) => {
  const file = await lockCase(ctx, uid);
  const item = file.items.find(({ row }) => row.id === id);
  if (!item) throw new Refusal('not_found');
  requireDecidable(file);
  requireReason(decision, reasonCode);
  if (decision === 'accept') await verifyItem(ctx, item, note);
  else if (reasonCode) await refuse(ctx, file, { item, reason: reasonCode, note });
  return reload(ctx, uid);
};

function requireDecidable({ application }: KycFile): void {
  const isInDoubt = isVerified(application) && application.concerns.length > 0;
  if (application.state !== 'in_review' && !isInDoubt) throw new Refusal('invalid_transition');
}

function requireReason(decision: 'accept' | 'refuse', reasonCode: KycItemReason | undefined): void {
  if ((decision === 'refuse') === (reasonCode !== undefined)) return;
  const code = decision === 'refuse' ? 'required' : 'not_allowed';
  throw new Refusal('validation_failed', {
    errors: [{ field: 'reasonCode', code, reason: message(code === 'required' ? 'field_required' : 'field_invalid') }],
  });
}

/** In review, the due date comes with the decision about the whole. */
const refuse = (
  ctx: StaffCtx,
  { application }: KycFile,
  refusal: Omit<Parameters<typeof refuseItem>[2], 'dueBy'>,
): Promise<void> => refuseItem(ctx, application, { ...refusal, dueBy: application.dueBy });
