import type { contract } from '@larkmere/contract/contract';
import { type DocumentList, mostDocuments } from '@larkmere/contract/document';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { documentsAhead, documentsOf } from './document.sql.ts';
import { viewOf } from './document.view.ts';
import { requireOwnPayment, takesDocuments } from './own-payment.ts';

export async function listDocuments(ctx: CustomerCtx, { id }: Readonly<{ id: string }>): Promise<DocumentList> {
  const payment = await requireOwnPayment(ctx, id);
  const documents = await documentsOf(ctx.tx, id);
  const kept = documents.filter(({ state }) => state !== 'refused');
  return { list: documents.map(viewOf), canUpload: takesDocuments(payment.state) && kept.length < mostDocuments };
}

export const listAhead: Verb<typeof contract.document.listAhead> = async ({ tx, actor }) => {
  const documents = await documentsAhead(tx, actor.customerId);
  const kept = documents.filter(({ state }) => state !== 'refused');
  return { list: documents.map(viewOf), canUpload: kept.length < mostDocuments };
};
