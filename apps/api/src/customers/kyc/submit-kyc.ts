import type { contract } from '@larkmere/contract/contract';
import { type Message, message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { isSubmittable, isVerified, requireEditor } from './editing.ts';
import {
  type EvaluatedItem,
  isOpen,
  isPersonComplete,
  type KycFile,
  loadKycFile,
  totalShares,
  wholeFirm,
} from './evaluate-items.ts';
import { submitItems } from './item-lifecycle.ts';
import { type ApplicationRow, lockApplicationOf, updateApplication } from './kyc.sql.ts';
import { vendorCheckRequested } from './kyc.ts';
import { changeKycState, lapseProposal } from './kyc-lifecycle.ts';
import { viewKycState } from './show-kyc-state.ts';
import { insertVendorCheck, supersedeVendorChecks } from './vendor-check.sql.ts';

export const submitKyc: Verb<typeof contract.kyc.submit> = async (ctx) => {
  requireEditor(ctx.actor);
  const application = await lockApplicationOf(ctx.tx, ctx.actor.customerId);
  const file = await loadKycFile(ctx, application);
  requireSubmittable(file);
  await submitItems(ctx, file.items);
  const submitted = await recordSubmission(ctx, application);
  await supersedeVendorChecks(ctx.tx, application.id);
  const check = await insertVendorCheck(ctx.tx, v7(), application.id);
  await emit(ctx, vendorCheckRequested, { checkId: check.id });
  return viewKycState(ctx, submitted);
};

/** A verified customer stays verified while conditions or a refresh are checked. */
async function recordSubmission(ctx: CustomerCtx, application: ApplicationRow): Promise<ApplicationRow> {
  const submission = { submittedAt: ctx.now, submittedBy: ctx.actor.userId };
  if (!isVerified(application)) return changeKycState(ctx, application, { ...submission, state: 'pending' });
  await lapseProposal(ctx, application.id);
  await audit(ctx, 'kyc.submitted', `kyc:${application.id}`, { customer: application.customerId });
  return updateApplication(ctx.tx, application.id, submission);
}

/** Refuses `invalid_transition` while nothing is open, and `validation_failed` with each item that is not complete. */
function requireSubmittable(file: KycFile): void {
  const { application, items } = file;
  const open = items.filter(({ row }) => isOpen(row));
  if (!isSubmittable(application) || open.length === 0)
    throw new Refusal('invalid_transition', { reason: message('kyc_already_submitted') });
  const errors = open
    .filter(({ row, isComplete }) => row.personId === null && !isComplete)
    .map((item): FieldError => ({ field: item.row.key, code: 'required', reason: faultOf(item, file) }));
  if (errors.length > 0) throw new Refusal('validation_failed', { errors });
}

function faultOf({ row, isScanning, answers }: EvaluatedItem, { people, items }: KycFile): Message {
  if (isScanning) return message('kyc_item_scanning');
  if (row.key !== 'people') return message('kyc_item_incomplete');
  if (!people.some(({ isDirector }) => isDirector)) return message('kyc_people_director_missing');
  const total = totalShares(people);
  if (total < wholeFirm && answers.noOtherOwners !== true)
    return message('kyc_people_owner_unconfirmed', { percent: total / 100 });
  const areProven = people.every((person) => person.providedAt !== null && isPersonComplete(person, items));
  return message(areProven ? 'kyc_item_incomplete' : 'kyc_people_not_proven');
}
