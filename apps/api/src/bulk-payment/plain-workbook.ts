import { archiveOf, type Entry, entriesOf, stored, unpack } from '../kernel/zip.ts';

/** Ten thousand rows with every column filled take less than half of it. */
const mostBytes = 40 * 1024 * 1024;
const mostEntries = 1000;

/**
 * The same workbook with nothing but its texts, unpacked: so few bytes packed can stand for so many that they take all the
 * memory there is. Undefined for one that unpacks to more than a list of payments can, or is damaged or locked.
 */
export function plainWorkbook(bytes: Buffer): Buffer | undefined {
  const entries = entriesOf(bytes);
  if (!entries || entries.length > mostEntries) return undefined;
  const parts: { entry: Entry; data: Buffer }[] = [];
  let left = mostBytes;
  for (const entry of entries.filter(({ name }) => /\.(xml|rels)$/i.test(name))) {
    const data = unpack(bytes, entry, left);
    if (!data) return undefined;
    left -= data.length;
    parts.push(stored(entry, data));
  }
  return archiveOf(parts);
}
