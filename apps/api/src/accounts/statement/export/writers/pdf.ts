import { drawInWorker } from '../../../../platform/pdf/document.ts';
import { formatCode } from '../../../letter/letter.ts';
import { describeStatement } from '../issue-statements.ts';
import type { Statement, StatementRow } from '../statement-row.ts';

export const maxPdfRows = 10_000;

type PdfOptions = Readonly<{ owner: string; verificationAddress: string }>;

/** Drawn as a whole in a worker thread, because each page says how many there are. */
export async function* writePdf(
  { head, batches }: Statement,
  { owner, verificationAddress: address }: PdfOptions,
): AsyncGenerator<Uint8Array> {
  const rows: StatementRow[] = [];
  for await (const batch of batches) rows.push(...batch);
  const verification = head.code === undefined ? undefined : { code: formatCode(head.code), address };
  const document = { ...describeStatement(head, rows), verification };
  yield await drawInWorker(document, head.generatedAt, { owner, timeoutSeconds: 60 });
}
