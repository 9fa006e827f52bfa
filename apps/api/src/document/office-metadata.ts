import { archiveOf, type Entry, entriesOf, packedBytes, stored, unpack } from '../kernel/zip.ts';

/** Parts with properties are replaced by empty ones, because readers require the parts. */
const aboutIt: readonly (readonly [RegExp, string])[] = [
  [
    /^docProps\/core\.xml$/i,
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>',
  ],
  [
    /^docProps\/app\.xml$/i,
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>',
  ],
  [
    /^docProps\/custom\.xml$/i,
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>',
  ],
];
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const mostPictures = 30 * 1024 * 1024;

type CleanPicture = (bytes: Buffer, mediaType: string) => Buffer;

/**
 * Removes properties, metadata of pictures, and data that the archive does not list. An unreadable file is returned
 * unchanged: the scanner refuses it.
 */
export function officeOnly(bytes: Buffer, cleanPicture: CleanPicture): Buffer {
  const entries = entriesOf(bytes);
  const packed = entries?.reduce((sum, entry) => sum + entry.packed, 0) ?? 0;
  if (!entries || packed > bytes.length) return bytes; // overlapping entries: a zip bomb
  let room = mostPictures;
  const parts = [];
  for (const entry of entries) {
    const data = packedBytes(bytes, entry);
    if (!data) return bytes;
    const plain = aboutIt.find(([name]) => name.test(entry.name))?.[1];
    const picture = plain === undefined ? pictureIn(bytes, entry, room) : undefined;
    room -= picture?.length ?? 0;
    if (plain !== undefined) parts.push(stored(entry, Buffer.from(head + plain)));
    else if (picture) parts.push(stored(entry, cleaned(picture, entry, cleanPicture)));
    else parts.push({ entry, data });
  }
  return archiveOf(parts);
}

const typeOf = ({ name }: Entry): string | undefined =>
  /\.jpe?g$/i.test(name) ? 'image/jpeg' : /\.png$/i.test(name) ? 'image/png' : undefined;

const pictureIn = (bytes: Buffer, entry: Entry, most: number): Buffer | undefined =>
  typeOf(entry) && entry.size <= most ? unpack(bytes, entry, most) : undefined;

function cleaned(picture: Buffer, entry: Entry, cleanPicture: CleanPicture): Buffer {
  try {
    return cleanPicture(picture, typeOf(entry) ?? '');
  } catch {
    return picture;
  }
}
