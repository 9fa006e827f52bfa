import type { DocumentState } from '@larkmere/contract/document';
import { audit } from '../kernel/audit.ts';
import { type EventType, emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { paymentOf } from './document.read.ts';
import { dropContent, enterState } from './document.sql.ts';
import { type Document, type DocumentNews, mayBecome } from './document.ts';

/**
 * One transition with its history, audit entry and event. A refused document loses its content. Refuses
 * `invalid_transition`.
 */
export async function moveDocument(
  ctx: Ctx,
  document: Document,
  state: DocumentState,
  event?: EventType<DocumentNews>,
  reason: string | null = null,
): Promise<Document> {
  if (!mayBecome(document.state as DocumentState, state)) throw new Refusal('invalid_transition');
  const moved = await enterState(ctx.tx, document.id, { state, reason }, ctx.actor);
  if (state === 'refused') await dropContent(ctx.tx, document.id);
  await audit(ctx, `document.${state}`, `document:${document.id}`, {
    payment: document.payment_id,
    ...(reason === null ? {} : { reason }),
  });
  if (event && moved.payment_id !== null) await emit(ctx, event, await newsOf(ctx, moved, moved.payment_id));
  return moved;
}

async function newsOf({ tx }: Ctx, document: Document, paymentId: string): Promise<DocumentNews> {
  const payment = await paymentOf(tx, paymentId);
  return {
    documentId: document.id,
    paymentId,
    customerId: document.customer_id,
    personId: document.person_id,
    type: document.type as DocumentNews['type'],
    name: document.name,
    payeeName: payment?.payeeName ?? '',
    reason: document.reason,
  };
}
