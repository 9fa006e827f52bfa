import type { DocumentForStaff } from '@larkmere/contract/checks/document';
import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { mayReadDocument, selectDocumentsForStaff, toStaffView } from './document.read.ts';
import { type Document, lockDocument } from './document.sql.ts';
import { documentAccepted, documentRefused } from './document.ts';
import { transitionDocument } from './document-lifecycle.ts';

export const acceptDocument: Verb<typeof contract.document.accept> = async (ctx, { uid }) => {
  const document = await requireDocument(ctx, uid);
  await transitionDocument(ctx, document, 'accepted', documentAccepted);
  return loadStaffView(ctx, uid);
};

export const refuseDocument: Verb<typeof contract.document.refuse> = async (ctx, { uid, reason }) => {
  const document = await requireDocument(ctx, uid);
  if (document.state !== 'received') throw new Refusal('invalid_transition');
  await transitionDocument(ctx, document, 'refused', documentRefused, reason);
  return loadStaffView(ctx, uid);
};

async function requireDocument(ctx: StaffCtx, uid: string): Promise<Document> {
  const document = await lockDocument(ctx.tx, uid);
  if (document?.paymentId == null || !(await mayReadDocument(ctx, uid))) throw new Refusal('not_found');
  return document;
}

async function loadStaffView(ctx: StaffCtx, id: string): Promise<DocumentForStaff> {
  const [seen] = await selectDocumentsForStaff(ctx, { id, most: 1 });
  if (!seen) throw new Error(`document ${id} has no view`);
  return toStaffView(seen);
}
