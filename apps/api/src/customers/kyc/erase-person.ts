import { defaultText } from '@larkmere/messages/format-message';
import { decideIdentityDocument } from '../../checks/document/document.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { EvaluatedItem } from './evaluate-items.ts';
import { deleteAnswers, deleteItemDocument } from './kyc.sql.ts';
import { updatePerson } from './person.sql.ts';

/** The link of the person no longer works, and nothing that they gave or that identifies them stays. */
export async function erasePerson(ctx: Ctx, id: string, items: readonly EvaluatedItem[]): Promise<void> {
  for (const { document } of items.flatMap(({ documents }) => documents)) {
    await decideIdentityDocument(ctx, document.id, { state: 'refused', reason: defaultText('kyc_document_removed') });
    await deleteItemDocument(ctx.tx, document.id);
  }
  await deleteAnswers(
    ctx.tx,
    items.map(({ row }) => row.id),
  );
  await updatePerson(ctx.tx, id, { name: null, email: null, linkId: null, linkExpiresAt: null, removedAt: ctx.now });
}
