import { defaultText } from '@larkmere/messages/format-message';
import type { MessageCode } from '@larkmere/messages/message';
import type { ExternalHandler } from '../../platform/events/relay.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type Document, lockDocument, selectContent } from './document.sql.ts';
import { documentReceived, documentRefused, type documentUploaded } from './document.ts';
import { transitionDocument } from './document-lifecycle.ts';
import type { Scanner, ScanResult } from './scan/scanner.ts';

const refusalReasons = {
  virus: 'document_virus',
  active_content: 'document_active_content',
  locked: 'document_password_protected',
  other_type: 'document_type_mismatch',
  not_checkable: 'document_unreadable',
  blank: 'document_blank',
} as const satisfies Record<Exclude<ScanResult, 'clean'>, MessageCode>;

type UploadedEvent = NonNullable<(typeof documentUploaded)['payload']>;

/** No transaction is open while the scanner runs. If it throws, the document stays queued and is scanned again. */
export const scanDocument =
  (scan: Scanner): ExternalHandler<UploadedEvent> =>
  async ({ transaction }, { payload: { documentId } }) => {
    const file = await transaction((ctx) => startScan(ctx, documentId));
    if (!file) return;
    const finding = await scan(file);
    await transaction(async (ctx) => {
      const document = await lockDocument(ctx.tx, documentId);
      if (document?.state !== 'scanning') return;
      if (finding === 'clean') await transitionDocument(ctx, document, 'received', documentReceived);
      else await transitionDocument(ctx, document, 'refused', documentRefused, defaultText(refusalReasons[finding]));
    });
  };

async function startScan(ctx: Ctx, id: string): Promise<Parameters<Scanner>[0] | undefined> {
  let document: Document | undefined = await lockDocument(ctx.tx, id);
  if (document?.state === 'uploaded') document = await transitionDocument(ctx, document, 'scanning');
  if (document?.state !== 'scanning') return undefined;
  const bytes = await selectContent(ctx.tx, id);
  return bytes && { customerId: document.customerId, mediaType: document.mediaType, bytes: new Uint8Array(bytes) };
}
