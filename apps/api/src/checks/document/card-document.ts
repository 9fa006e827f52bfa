import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { toFile } from './document.read.ts';
import { type Document, findDocument, lockDocument, selectContent } from './document.sql.ts';
import { transitionDocument } from './document-lifecycle.ts';
import { rejectFile, storeDocument, type Upload } from './store-document.ts';

const acceptedTypes: readonly string[] = ['application/pdf', 'image/jpeg', 'image/png', 'image/heic'];

/** A receipt of a card payment, or evidence for a dispute of it. The same file is refused beside `others`. */
export const storeCardDocument = (
  ctx: Ctx,
  upload: Pick<Upload, 'customerId' | 'userId' | 'file'>,
  others: readonly Document[],
): Promise<Document> =>
  storeDocument(
    ctx,
    { ...upload, purpose: 'card_payment', paymentId: null, type: 'invoice', note: null },
    async ({ mediaType, sha256 }) => {
      if (!acceptedTypes.includes(mediaType)) throw rejectFile(message('card_document_kind'));
      if (others.some((each) => each.state !== 'refused' && each.sha256.equals(sha256)))
        throw rejectFile(message('document_already_uploaded'));
    },
  );

/** Refuses `not_found` for a document of anything else, and `invalid_transition` before it was scanned. */
export async function openCardDocument(ctx: Ctx, id: string): Promise<File> {
  const document = await findDocument(ctx.tx, id);
  if (document?.purpose !== 'card_payment') throw new Refusal('not_found');
  return toFile(ctx, document);
}

/** Deletes the content of a document that was scanned. Refuses `invalid_transition` while it is in quarantine. */
export async function withdrawCardDocument(ctx: Ctx, id: string): Promise<void> {
  const document = await lockDocument(ctx.tx, id);
  if (document?.purpose !== 'card_payment') throw new Refusal('not_found');
  if (document.state === 'refused') return;
  if (document.state !== 'received') throw new Refusal('invalid_transition');
  await transitionDocument(ctx, document, 'refused', undefined, defaultText('card_document_removed'));
}

/** The content of a document that passed the scan; undefined for any other. */
export const readCardDocument = async ({ tx }: Pick<Ctx, 'tx'>, document: Document): Promise<Buffer | undefined> =>
  document.purpose === 'card_payment' && document.state === 'received' ? selectContent(tx, document.id) : undefined;
