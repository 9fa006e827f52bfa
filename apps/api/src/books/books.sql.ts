import type { Tx } from '../kernel/db.ts';
import type { Narrative } from './books.ts';

export async function insertNarrative(tx: Tx, operationId: string, narrative: Narrative): Promise<void> {
  await tx
    .insertInto('books.narrative')
    .values({
      operation_id: operationId,
      kind: narrative.kind,
      reference: narrative.reference,
      counterparty: narrative.counterparty ?? null,
      counterparty_account: narrative.counterpartyAccount ?? null,
      description: narrative.description,
      payee_reference: narrative.payeeReference ?? null,
      payment_id: narrative.paymentId ?? null,
    })
    .onConflict((conflict) => conflict.column('operation_id').doNothing())
    .execute();
}
