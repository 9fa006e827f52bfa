import { archiveOf, type Entry, entriesOf, stored, unpackPieces } from '../kernel/zip.ts';
import { FileRejected } from './file-rejected.ts';
import { openSheetLimits } from './sheet-limits.ts';

const mostBytes = 40 * 1024 * 1024;
const mostEntries = 1000;

const damaged =
  'This workbook is damaged, locked with a password, or far larger than a list of payments. Save the list alone as XLSX or CSV. Nothing was kept.';

const unread =
  /^(docProps|customXml)\/|\/(drawings|charts|theme|pivot\w*|tables|queryTables|externalLinks)\/|calcChain|comments/i;

/** Guards against zip bombs: counts while unpacking and throws `FileRejected` at the first limit exceeded. */
export async function plainWorkbook(bytes: Buffer): Promise<Buffer> {
  const entries = entriesOf(bytes);
  if (!entries || entries.length > mostEntries) throw new FileRejected(damaged);
  const limits = openSheetLimits();
  const parts: { entry: Entry; data: Buffer }[] = [];
  let left = mostBytes;
  for (const entry of entries.filter(({ name }) => /\.(xml|rels)$/i.test(name) && !unread.test(name))) {
    const pieces: Buffer[] = [];
    const part = limits.beginPart();
    try {
      for await (const piece of unpackPieces(bytes, entry)) {
        left -= piece.length;
        if (left < 0 || !part.take(piece)) throw new FileRejected(damaged);
        pieces.push(piece);
      }
    } catch (cause) {
      throw cause instanceof FileRejected ? cause : new FileRejected(damaged, { cause });
    }
    parts.push(stored(entry, Buffer.concat(pieces)));
  }
  return archiveOf(parts);
}
