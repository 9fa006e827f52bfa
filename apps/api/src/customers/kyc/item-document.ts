import type { DocumentType } from '@larkmere/contract/checks/document';
import type { contract } from '@larkmere/contract/contract';
import type { KycDocument } from '@larkmere/contract/customers/kyc';
import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { decideIdentityDocument, storeIdentityDocument } from '../../checks/document/document.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { isEditable, requireEditable, requireEditor } from './editing.ts';
import { type EvaluatedItem, loadItems } from './evaluate-items.ts';
import { findItemOfDocument } from './kyc.read.ts';
import {
  type ApplicationRow,
  deleteItemDocument,
  findApplicationOf,
  insertItemDocument,
  lockApplicationOf,
} from './kyc.sql.ts';
import { canUpload, toKycDocument } from './kyc.view.ts';
import { requireItem, touchItem } from './save-item.ts';

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
