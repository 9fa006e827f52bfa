import {
  buildArchive,
  extractEntry,
  readCompressed,
  readEntries,
  storeUncompressed,
  type ZipEntry,
} from '../../platform/files/zip.ts';

/** Parts with properties are replaced by empty ones, because readers require the parts. */
const emptyProperties: readonly (readonly [RegExp, string])[] = [
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
const xmlHeader = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const maxPictureBytes = 30 * 1024 * 1024;

type StripPicture = (bytes: Buffer, mediaType: string) => Buffer;

/**
 * Removes properties, metadata of pictures, and data that the archive does not list. An unreadable file is returned
 * unchanged: the scanner refuses it.
 */
export function stripOfficeMetadata(bytes: Buffer, cleanPicture: StripPicture): Buffer {
  const entries = readEntries(bytes);
  const packed = entries?.reduce((sum, entry) => sum + entry.compressedSize, 0) ?? 0;
  if (!entries || packed > bytes.length) return bytes; // overlapping entries: a zip bomb
  let room = maxPictureBytes;
  const parts = [];
  for (const entry of entries) {
    const data = readCompressed(bytes, entry);
    if (!data) return bytes;
    const plain = emptyProperties.find(([name]) => name.test(entry.name))?.[1];
    const picture = plain === undefined ? unpackPicture(bytes, entry, room) : undefined;
    room -= picture?.length ?? 0;
    if (plain !== undefined) parts.push(storeUncompressed(entry, Buffer.from(xmlHeader + plain)));
    else if (picture) parts.push(storeUncompressed(entry, stripIfReadable(picture, entry, cleanPicture)));
    else parts.push({ entry, data });
  }
  return buildArchive(parts);
}

const pictureTypeOf = ({ name }: ZipEntry): string | undefined =>
  /\.jpe?g$/i.test(name) ? 'image/jpeg' : /\.png$/i.test(name) ? 'image/png' : undefined;

const unpackPicture = (bytes: Buffer, entry: ZipEntry, most: number): Buffer | undefined =>
  pictureTypeOf(entry) && entry.size <= most ? extractEntry(bytes, entry, most) : undefined;

function stripIfReadable(picture: Buffer, entry: ZipEntry, cleanPicture: StripPicture): Buffer {
  try {
    return cleanPicture(picture, pictureTypeOf(entry) ?? '');
  } catch {
    return picture;
  }
}
