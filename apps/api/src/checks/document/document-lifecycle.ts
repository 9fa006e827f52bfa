import type { DocumentState, DocumentType } from '@larkmere/contract/checks/document';
import { defineEvent, type EventType, emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { selectDocumentPayment } from './document.read.ts';
import { type Document, deleteContent } from './document.sql.ts';

export const documentLifecycle = defineLifecycle({
  table: 'document.document',
  history: { table: 'document.transition', key: 'documentId', copies: ['reason'] },
  action: 'document',
  entity: 'document',
  audited: ({ paymentId: payment, reason }) => ({ payment, ...(reason === null ? {} : { reason }) }),
})<DocumentState>({
  transitions: {
    uploaded: { scanning: 'system' },
    scanning: { received: 'system', refused: 'system' },
    received: { accepted: ['staff', 'vendor'], refused: ['customer', 'staff', 'vendor', 'system'] },
    accepted: {},
    refused: {},
  },
  waiting: {},
});

export type DocumentEvent = Readonly<{
  documentId: string;
  paymentId: string;
  customerId: string;
  userId: string;
  type: DocumentType;
  name: string;
  payeeName: string;
  reason: string | null;
}>;

export const documentUploaded = defineEvent<{ documentId: string }>('document.uploaded');
export const documentReceived = defineEvent<DocumentEvent>('document.received');
export const documentAccepted = defineEvent<DocumentEvent>('document.accepted');
export const documentRefused = defineEvent<DocumentEvent>('document.refused');

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
