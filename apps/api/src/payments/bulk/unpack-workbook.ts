import { message } from '@larkmere/messages/message';
import { buildArchive, readEntries, storeUncompressed, streamEntry, type ZipEntry } from '../../platform/files/zip.ts';
import { FileRejected } from './file-rejected.ts';
import { createSheetLimits } from './sheet-limits.ts';

const maxBytes = 40 * 1024 * 1024;
const maxEntries = 1000;

const unreadable = message('bulk_workbook_unreadable');

const ignoredParts =
  /^(docProps|customXml)\/|\/(drawings|charts|theme|pivot\w*|tables|queryTables|externalLinks)\/|calcChain|comments/i;

/** Guards against zip bombs: counts while unpacking and throws `FileRejected` at the first limit exceeded. */
export async function unpackWorkbook(bytes: Buffer): Promise<Buffer> {
  const entries = readEntries(bytes);
  if (!entries || entries.length > maxEntries) throw new FileRejected(unreadable);
  const limits = createSheetLimits();
  const parts: { entry: ZipEntry; data: Buffer }[] = [];
  let left = maxBytes;
  for (const entry of entries.filter(({ name }) => /\.(xml|rels)$/i.test(name) && !ignoredParts.test(name))) {
    const pieces: Buffer[] = [];
    const part = limits.startPart();
    try {
      for await (const piece of streamEntry(bytes, entry)) {
        left -= piece.length;
        if (left < 0 || !part.accept(piece)) throw new FileRejected(unreadable);
        pieces.push(piece);
      }
    } catch (cause) {
      throw cause instanceof FileRejected ? cause : new FileRejected(unreadable, { cause });
    }
    parts.push(storeUncompressed(entry, Buffer.concat(pieces)));
  }
  return buildArchive(parts);
}
