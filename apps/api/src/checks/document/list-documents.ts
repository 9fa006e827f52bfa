import { type DocumentList, maxDocuments } from '@larkmere/contract/checks/document';
import type { contract } from '@larkmere/contract/contract';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { selectDocuments, selectUnattachedDocuments } from './document.sql.ts';
import { toDocumentView } from './document.view.ts';
import { acceptsDocuments, requireOwnPayment } from './require-own-payment.ts';

export async function listDocuments(ctx: CustomerCtx, { id }: Readonly<{ id: string }>): Promise<DocumentList> {
  const payment = await requireOwnPayment(ctx, id);
  const documents = await selectDocuments(ctx.tx, id);
  const kept = documents.filter(({ state }) => state !== 'refused');
  return {
    list: documents.map(toDocumentView),
    canUpload: acceptsDocuments(payment.state) && kept.length < maxDocuments,
  };
}

export const listUnattachedDocuments: Verb<typeof contract.document.listUnattached> = async ({ tx, actor }) => {
  const documents = await selectUnattachedDocuments(tx, actor.customerId);
  const kept = documents.filter(({ state }) => state !== 'refused');
  return { list: documents.map(toDocumentView), canUpload: kept.length < maxDocuments };
};
