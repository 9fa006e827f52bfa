import type { DocumentState } from '@larkmere/contract/checks/document';
import { type EventType, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { selectDocumentPayment } from './document.read.ts';
import { type Document, deleteContent, updateState } from './document.sql.ts';
import { canTransition, type DocumentEvent } from './document.ts';

/**
 * One transition with its history, audit entry and event. A refused document loses its content. Refuses
 * `invalid_transition`.
 */
export async function transitionDocument(
  ctx: Ctx,
  document: Document,
  state: DocumentState,
  event?: EventType<DocumentEvent>,
  reason: string | null = null,
): Promise<Document> {
  if (!canTransition(document.state as DocumentState, state)) throw new Refusal('invalid_transition');
  const moved = await updateState(ctx.tx, document.id, { state, reason }, ctx.actor);
  if (state === 'refused') await deleteContent(ctx.tx, document.id);
  await audit(ctx, `document.${state}`, `document:${document.id}`, {
    payment: document.payment_id,
    ...(reason === null ? {} : { reason }),
  });
  if (event && moved.payment_id !== null) await emit(ctx, event, await toDocumentEvent(ctx, moved, moved.payment_id));
  return moved;
}

async function toDocumentEvent({ tx }: Ctx, document: Document, paymentId: string): Promise<DocumentEvent> {
  const payment = await selectDocumentPayment(tx, paymentId);
  return {
    documentId: document.id,
    paymentId,
    customerId: document.customer_id,
    userId: document.user_id,
    type: document.type as DocumentEvent['type'],
    name: document.name,
    payeeName: payment?.payeeName ?? '',
    reason: document.reason,
  };
}
