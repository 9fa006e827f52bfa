import type { DocumentState } from '@larkmere/contract/checks/document';
import { type EventType, emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { selectDocumentPayment } from './document.read.ts';
import { type Document, deleteContent } from './document.sql.ts';
import { type DocumentEvent, documentLifecycle } from './document-lifecycle.ts';

/** A refused document loses its content. Refuses `invalid_transition`. */
export async function transitionDocument(
  ctx: Ctx,
  document: Document,
  state: DocumentState,
  event?: EventType<DocumentEvent>,
  reason: string | null = null,
): Promise<Document> {
  const moved = await changeState(ctx, documentLifecycle, document, { state, reason });
  if (state === 'refused') await deleteContent(ctx.tx, document.id);
  if (event && moved.paymentId !== null) await emit(ctx, event, await toDocumentEvent(ctx, moved, moved.paymentId));
  return moved;
}

async function toDocumentEvent({ tx }: Ctx, document: Document, paymentId: string): Promise<DocumentEvent> {
  const payment = await selectDocumentPayment(tx, paymentId);
  return {
    documentId: document.id,
    paymentId,
    customerId: document.customerId,
    userId: requireUploader(document),
    type: document.type,
    name: document.name,
    payeeName: payment?.payeeName ?? '',
    reason: document.reason,
  };
}

function requireUploader({ id, userId }: Document): string {
  if (userId === null) throw new Error(`document ${id} of a payment has no user`);
  return userId;
}
