import type { contract } from '@larkmere/contract/contract';
import type { DocumentForStaff } from '@larkmere/contract/document';
import { Refusal } from '../kernel/refusal.ts';
import type { StaffCtx, Verb } from '../kernel/verb.ts';
import { documentsForStaff } from './document.read.ts';
import { lockDocument } from './document.sql.ts';
import { type Document, documentAccepted, documentRefused } from './document.ts';
import { viewForStaff } from './document.view.ts';
import { moveDocument } from './move-document.ts';
import { requireRole } from './staff-role.ts';

export const acceptDocument: Verb<typeof contract.document.accept> = async (ctx, { uid }) => {
  const document = await requireDocument(ctx, uid);
  await moveDocument(ctx, document, 'accepted', documentAccepted);
  return view(ctx, uid);
};

export const refuseDocument: Verb<typeof contract.document.refuse> = async (ctx, { uid, reason }) => {
  const document = await requireDocument(ctx, uid);
  if (document.state !== 'received') throw new Refusal('invalid_transition');
  await moveDocument(ctx, document, 'refused', documentRefused, reason);
  return view(ctx, uid);
};

async function requireDocument(ctx: StaffCtx, uid: string): Promise<Document> {
  requireRole(ctx.actor, 'decide');
  const document = await lockDocument(ctx.tx, uid);
  if (document?.payment_id == null) throw new Refusal('not_found');
  return document;
}

async function view({ tx }: StaffCtx, id: string): Promise<DocumentForStaff> {
  const [seen] = await documentsForStaff(tx, { id, most: 1 });
  if (!seen) throw new Error(`document ${id} has no view`);
  return viewForStaff(seen);
}
