import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { toFile } from './document.read.ts';
import { type Document, findDocument, lockDocument } from './document.sql.ts';
import { transitionDocument } from './document-lifecycle.ts';
import { rejectFile, storeDocument, type Upload } from './store-document.ts';

const acceptedTypes: readonly string[] = ['application/pdf', 'image/jpeg', 'image/png', 'image/heic'];

/** A document of an identity check: a PDF, or a picture on which something can be recognised. The same file is refused beside `others`. */
export const storeIdentityDocument = (
  ctx: Ctx,
  upload: Omit<Upload, 'purpose' | 'paymentId' | 'note'>,
  others: readonly Document[],
): Promise<Document> =>
  storeDocument(
    ctx,
    { ...upload, purpose: 'identity_check', paymentId: null, note: null },
    async ({ mediaType, sha256 }) => {
      if (!acceptedTypes.includes(mediaType)) throw rejectFile(message('kyc_document_kind'));
      // What is inside cannot be decoded here, and a face must be compared.
      if (mediaType === 'image/heic') throw rejectFile(message('document_heic_not_readable'));
      if (others.some((each) => each.state !== 'refused' && each.sha256.equals(sha256)))
        throw rejectFile(message('document_already_uploaded'));
    },
  );

type Decision = Readonly<{ state: 'accepted' }> | Readonly<{ state: 'refused'; reason: string }>;

/** Accepts a document that was received, or refuses it and deletes its content. Any other one stays as it is. */
export async function decideIdentityDocument(ctx: Ctx, id: string, decision: Decision): Promise<void> {
  const document = await lockDocument(ctx.tx, id);
  if (document?.purpose !== 'identity_check' || document.state !== 'received') return;
  const reason = decision.state === 'refused' ? decision.reason : null;
  await transitionDocument(ctx, document, decision.state, undefined, reason);
}

/** Refuses `not_found` for a document of a payment, and `invalid_transition` before it was scanned. */
export async function openIdentityDocument(ctx: Ctx, id: string): Promise<File> {
  const document = await findDocument(ctx.tx, id);
  if (document?.purpose !== 'identity_check') throw new Refusal('not_found');
  return toFile(ctx, document);
}
