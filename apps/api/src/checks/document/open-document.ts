import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Workflow } from '../../platform/requests/verb.ts';
import { mayReadDocument } from './document.read.ts';
import { type Document, findDocument, selectContent } from './document.sql.ts';
import { requireOwnPayment } from './require-own-payment.ts';

export const openDocument: Workflow<typeof contract.document.download> = ({ transaction }, { uid }) =>
  transaction(async (ctx) => {
    const document = await findDocument(ctx.tx, uid);
    if (document?.purpose !== 'payment' || document.customerId !== ctx.actor.customerId) throw new Refusal('not_found');
    if (document.paymentId !== null) await requireOwnPayment(ctx, document.paymentId);
    return toFile(ctx, document);
  });

export const openDocumentForStaff: Workflow<typeof contract.document.downloadForStaff> = ({ transaction }, { uid }) =>
  transaction(async (ctx) => {
    const document = await findDocument(ctx.tx, uid);
    if (document?.paymentId == null || !(await mayReadDocument(ctx, uid))) throw new Refusal('not_found');
    const file = await toFile(ctx, document);
    await audit(ctx, 'document.viewed', `document:${uid}`, { payment: document.paymentId });
    return file;
  });

export async function toFile({ tx }: Ctx, { id, state, name, mediaType: type }: Document): Promise<File> {
  const bytes = state === 'received' || state === 'accepted' ? await selectContent(tx, id) : undefined;
  if (!bytes) throw new Refusal('invalid_transition', { reason: message('document_not_available') });
  return new File([new Uint8Array(bytes)], name, { type });
}
