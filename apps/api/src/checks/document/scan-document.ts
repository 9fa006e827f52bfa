import type { ExternalHandler } from '../../platform/events/relay.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type Document, lockDocument, selectContent } from './document.sql.ts';
import { documentReceived, documentRefused, type documentUploaded } from './document.ts';
import type { Scanner, ScanResult } from './scan/scanner.ts';
import { transitionDocument } from './transition-document.ts';

const refusalReasons: Readonly<Record<Exclude<ScanResult, 'clean'>, string>> = {
  virus: 'This file carries a virus. Clean your device before you send another one.',
  active_content:
    'This file contains a program, an attached file or something it fetches from elsewhere. Print it to a PDF and send that.',
  locked: 'This file is locked with a password. Send it without one.',
  other_type: 'This file is not what it says it is. Save it again under its right name.',
  not_checkable: 'We could not read this file. Print it to a PDF and send that.',
};

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
      else await transitionDocument(ctx, document, 'refused', documentRefused, refusalReasons[finding]);
    });
  };

async function startScan(ctx: Ctx, id: string): Promise<Parameters<Scanner>[0] | undefined> {
  let document: Document | undefined = await lockDocument(ctx.tx, id);
  if (document?.state === 'uploaded') document = await transitionDocument(ctx, document, 'scanning');
  if (document?.state !== 'scanning') return undefined;
  const bytes = await selectContent(ctx.tx, id);
  return bytes && { customerId: document.customer_id, mediaType: document.media_type, bytes: new Uint8Array(bytes) };
}
