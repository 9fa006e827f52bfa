import type { DocumentType } from '@larkmere/contract/checks/document';
import type { contract } from '@larkmere/contract/contract';
import { isOfAge } from '@larkmere/contract/customers/age';
import type { KycAnswers, KycAnswersInput, KycDocument, KycItemForm } from '@larkmere/contract/customers/kyc';
import type { KycAnswerName, KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { decideIdentityDocument, storeIdentityDocument } from '../../checks/document/document.ts';
import { audit } from '../../platform/requests/audit.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { keysOf } from '../../platform/values/values.ts';
import { isEditable, requireEditable, requireEditor } from './editing.ts';
import { type EvaluatedItem, loadItems } from './evaluate-items.ts';
import { findItemOfDocument } from './kyc.read.ts';
import {
  type ApplicationRow,
  deleteItemDocument,
  findApplication,
  findApplicationOf,
  insertItemDocument,
  lockApplicationOf,
  saveAnswers,
  updateItem,
} from './kyc.sql.ts';
import { canUpload, toItemForm, toKycDocument } from './kyc.view.ts';
import { changeKycState } from './kyc-lifecycle.ts';

export const saveKycItem: Verb<typeof contract.kyc.saveItem> = async (ctx, { key, answers }) => {
  requireEditor(ctx.actor);
  const application = await lockApplicationOf(ctx.tx, ctx.actor.customerId);
  return saveAnswersOf(ctx, application, { key, personId: null, answers });
};

type SavedItem = Readonly<{ key: KycItemKey; personId: string | null; answers: KycAnswersInput }>;

/** Of a locked application. Refuses `not_found` for an item of another kind, and `validation_failed`. */
export async function saveAnswersOf(
  ctx: Ctx,
  application: ApplicationRow,
  { key, personId, answers }: SavedItem,
): Promise<KycItemForm> {
  const item = await requireItem(ctx, application, key, personId);
  requireEditable(application, item.row);
  requireAnswersOf(item, answers, ctx.now);
  await saveAnswers(ctx.tx, item.row.id, answers);
  await touchItem(ctx, application, item);
  const saved = (await findApplication(ctx.tx, application.id)) ?? application;
  return toItemForm(saved, await requireItem(ctx, saved, key, personId));
}

export async function requireItem(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  application: ApplicationRow,
  key: KycItemKey,
  personId: string | null = null,
): Promise<EvaluatedItem> {
  const items = await loadItems(ctx, application, personId);
  const item = items.find(({ row }) => row.key === key && row.personId === personId);
  if (!item) throw new Refusal('not_found');
  return item;
}

/** The first thing that is given begins the identity check of the customer, also again after it expired. */
export async function touchItem(ctx: Ctx, application: ApplicationRow, { row }: EvaluatedItem): Promise<void> {
  await updateItem(ctx.tx, row.id, { savedAt: ctx.now });
  await audit(ctx, 'kyc.item_saved', `kyc:${application.id}`, { item: row.id, key: row.key });
  if (row.membershipId !== null) return;
  if (application.state === 'not_started' || application.state === 'expired')
    await changeKycState(ctx, application, { state: 'in_progress' });
}

function requireAnswersOf({ requirement }: EvaluatedItem, answers: KycAnswersInput, now: Date): void {
  const answerNames: readonly string[] = [...requirement.required, ...requirement.optional];
  const errors = keysOf(answers).flatMap((name): FieldError[] => {
    if (!answerNames.includes(name)) return [fault(name, 'not_allowed', message('kyc_answer_not_of_item'))];
    return faultsOf(name, answers, now);
  });
  if (errors.length > 0) throw new Refusal('validation_failed', { errors });
}

const fault = (name: string, code: FieldError['code'], reason: FieldError['reason']): FieldError => ({
  field: `answers.${name}`,
  code,
  reason,
});

/** Years of the Thai calendar are 543 ahead. */
const longestValidityYears = 100;

function faultsOf(name: KycAnswerName, answers: KycAnswers, now: Date): FieldError[] {
  const value = answers[name];
  const today = now.toISOString().slice(0, 10);
  if (typeof value !== 'string') return [];
  if (name === 'dateOfBirth' && !isOfAge(value, now)) return [fault(name, 'invalid', message('age_too_low'))];
  if (name === 'incorporatedOn' && value > today) return [fault(name, 'too_large', message('kyc_date_in_future'))];
  if (name === 'documentExpiresOn' && value <= today)
    return [fault(name, 'too_small', message('kyc_document_expired'))];
  if (name === 'documentExpiresOn' && Number(value.slice(0, 4)) > now.getUTCFullYear() + longestValidityYears)
    return [fault(name, 'too_large', message('kyc_document_expiry_far'))];
  return [];
}

/** Refused files count too, so that nobody can fill the storage with them. */
const maxUploads = 20;

const documentTypes: Readonly<Partial<Record<KycItemKey, DocumentType>>> = {
  identity_document: 'id',
  proof_of_address: 'proof_of_address',
  source_of_funds: 'source_of_funds',
};

export const addKycDocument: Verb<typeof contract.kyc.addDocument> = async (ctx, { key, file }) => {
  requireEditor(ctx.actor);
  const application = await lockApplicationOf(ctx.tx, ctx.actor.customerId);
  return addDocumentTo(ctx, application, { key, file, personId: null, userId: ctx.actor.userId });
};

export const listKycDocuments: Verb<typeof contract.kyc.listDocuments> = async (ctx, { key }) => {
  requireEditor(ctx.actor);
  const application = await findApplicationOf(ctx.tx, ctx.actor.customerId);
  const item = await requireItem(ctx, application, key);
  const canEdit = isEditable(application, item.row);
  return {
    list: item.documents.map((each) => toKycDocument(each, canEdit)),
    canUpload: canUpload(application, item),
  };
};

export const removeKycDocument: Verb<typeof contract.kyc.removeDocument> = async (ctx, { uid }) => {
  requireEditor(ctx.actor);
  const application = await lockApplicationOf(ctx.tx, ctx.actor.customerId);
  await removeDocumentFrom(ctx, application, { uid, personId: null });
  return null;
};

type NewDocument = Readonly<{ key: KycItemKey; file: File; personId: string | null; userId: string | null }>;

/** Of a locked application. Refuses `not_found`, `invalid_transition` and `file_rejected`. */
export async function addDocumentTo(
  ctx: Ctx,
  application: ApplicationRow,
  { key, file, personId, userId }: NewDocument,
): Promise<KycDocument> {
  const item = await requireItem(ctx, application, key, personId);
  requireEditable(application, item.row);
  requirePlace(item);
  const others = item.documents.map(({ document }) => document);
  const document = await storeIdentityDocument(
    ctx,
    { customerId: application.customerId, userId, type: documentTypes[key] ?? 'other', file },
    others,
  );
  await insertItemDocument(ctx.tx, item.row.id, document.id);
  await touchItem(ctx, application, item);
  return toKycDocument({ document, isSubmitted: false }, true);
}

function requirePlace({ requirement, documents }: EvaluatedItem): void {
  const { max } = requirement.documents;
  if (max === 0) throw new Refusal('file_rejected', { reason: message('kyc_document_not_needed') });
  const activeDocuments = documents.filter(({ document }) => document.state !== 'refused');
  if (activeDocuments.length >= max || documents.length >= maxUploads)
    throw new Refusal('file_rejected', { reason: message('kyc_document_limit', { max }) });
}

/** Takes back what was not submitted. A file that is being scanned stays until that is over. */
export async function removeDocumentFrom(
  ctx: Ctx,
  application: ApplicationRow,
  { uid, personId }: Readonly<{ uid: string; personId: string | null }>,
): Promise<void> {
  const link = await findItemOfDocument(ctx.tx, uid);
  const items = await loadItems(ctx, application, personId);
  const item = items.find(({ row }) => row.id === link?.item && row.personId === personId);
  if (!link || !item) throw new Refusal('not_found');
  requireEditable(application, item.row);
  if (link.isSubmitted || !['received', 'refused'].includes(link.state)) throw new Refusal('invalid_transition');
  await decideIdentityDocument(ctx, uid, { state: 'refused', reason: defaultText('kyc_document_removed') });
  await deleteItemDocument(ctx.tx, uid);
  await touchItem(ctx, application, item);
}
