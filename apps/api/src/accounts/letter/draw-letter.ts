import { defaultText } from '@larkmere/messages/format-message';
import { drawInWorker } from '../../platform/pdf/draw-in-worker.ts';
import type { Letter } from './letter.sql.ts';
import { formatCode } from './letter-code.ts';

type DrawOptions = Readonly<{ verificationAddress: string; owner: string }>;

/** In a worker thread, outside any transaction. Refuses `service_unavailable` under load. */
export async function drawLetter(
  { kind, code: plain, content, issuedAt }: Letter,
  { verificationAddress, owner }: DrawOptions,
): Promise<Readonly<{ name: string; bytes: Uint8Array<ArrayBuffer> }>> {
  const code = formatCode(plain);
  const document = {
    ...content,
    fileTitle: defaultText('letter_file_title', { name: content.title, code }),
    verification: { code, address: verificationAddress },
  };
  return { name: `${kind}_${plain}.pdf`, bytes: await drawInWorker(document, issuedAt, { owner }) };
}
