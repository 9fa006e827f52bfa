import { type DocumentList, mostDocuments } from '@larkmere/contract/document';
import type { CustomerCtx } from '../kernel/verb.ts';
import { documentsOf } from './document.sql.ts';
import { viewOf } from './document.view.ts';
import { requireOwnPayment, takesDocuments } from './own-payment.ts';

/** The documents of a payment of the customer, whatever rail it takes. Refuses `not_found`. */
export async function listDocuments(ctx: CustomerCtx, { id }: Readonly<{ id: string }>): Promise<DocumentList> {
  const payment = await requireOwnPayment(ctx, id);
  const documents = await documentsOf(ctx.tx, id);
  const kept = documents.filter(({ state }) => state !== 'refused');
  return { list: documents.map(viewOf), canUpload: takesDocuments(payment) && kept.length < mostDocuments };
}
