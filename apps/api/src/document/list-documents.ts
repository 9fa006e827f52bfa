import type { contract } from '@larkmere/contract/contract';
import { type DocumentList, mostDocuments } from '@larkmere/contract/document';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { documentsAhead, documentsOf } from './document.sql.ts';
import { viewOf } from './document.view.ts';
import { requireOwnPayment, takesDocuments } from './own-payment.ts';

/** The documents of a payment of the customer, whatever rail it takes. Refuses `not_found`. */
export async function listDocuments(ctx: CustomerCtx, { id }: Readonly<{ id: string }>): Promise<DocumentList> {
  const payment = await requireOwnPayment(ctx, id);
  const documents = await documentsOf(ctx.tx, id);
  const kept = documents.filter(({ state }) => state !== 'refused');
  return { list: documents.map(viewOf), canUpload: takesDocuments(payment.state) && kept.length < mostDocuments };
}

/** Those that wait for the payment that takes them. */
export const listAhead: Verb<typeof contract.document.listAhead> = async ({ tx, actor }) => {
  const documents = await documentsAhead(tx, actor.customerId);
  const kept = documents.filter(({ state }) => state !== 'refused');
  return { list: documents.map(viewOf), canUpload: kept.length < mostDocuments };
};
