import { message } from '@larkmere/messages/message';
import {
  buildArchive,
  extractEntry,
  readCompressed,
  readEntries,
  storeUncompressed,
  type ZipEntry,
} from '../../platform/files/zip.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { type Box, readBoxes, readExtents } from './heic-boxes.ts';

/**
 * Removes metadata: location, camera, time, comments and trailing data of pictures, properties of Office files, the
 * document information of a PDF. Pixels and orientation stay. Refuses `file_rejected` for a damaged picture.
 */
export function stripMetadata(bytes: Buffer, mediaType: string): Buffer {
  try {
    if (mediaType === 'image/jpeg') return stripJpegMetadata(bytes);
    if (mediaType === 'image/png') return stripPngMetadata(bytes);
    if (mediaType === 'image/heic') return stripHeicMetadata(bytes);
    if (mediaType === 'application/pdf') return stripPdfMetadata(bytes);
    return stripOfficeMetadata(bytes, stripMetadata);
  } catch (error) {
    throw error instanceof RangeError ? damagedPicture() : error;
  }
}

const damagedPicture = (): Refusal => new Refusal('file_rejected', { reason: message('document_image_damaged') });

/** Removes APP1 to APP13, APP15 and comments; keeps JFIF and Adobe's colour marker. */
const isMetadataMarker = (marker: number): boolean =>
  (marker >= 0xe1 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;

function stripJpegMetadata(bytes: Buffer): Buffer {
  const segments: Buffer[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw damagedPicture();
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9) return Buffer.concat([...segments, bytes.subarray(at, at + 2)]);
    else {
      const end = at + 2 + bytes.readUInt16BE(at + 2);
      if (end > bytes.length) throw damagedPicture();
      const segment = bytes.subarray(at, end);
      if (!isMetadataMarker(marker)) segments.push(segment);
      else if (marker === 0xe1) segments.push(...extractOrientation(segment));
      at = marker === 0xda ? endOfScan(bytes, end) : end;
      if (marker === 0xda) segments.push(bytes.subarray(end, at));
    }
  }
  if (bytes.readUInt16BE(at) === 0xffd9) return Buffer.concat([...segments, bytes.subarray(at, at + 2)]);
  throw damagedPicture();
}

function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw damagedPicture();
}

function extractOrientation(segment: Buffer): Buffer[] {
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0' || segment.length < 20) return [];
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return [];
  for (let i = 0; i < short(directory); i += 1) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > tiff.length) return [];
    const turn = short(entry) === 0x0112 ? short(entry + 8) : 0;
    if (turn >= 1 && turn <= 8) return [orientationExif(turn)];
  }
  return [];
}

const orientationExif = (turn: number): Buffer =>
  Buffer.from(`ffe100224578696600004d4d002a0000000800010112000300000001000${turn}000000000000`, 'hex');

const pictureChunks: readonly string[] = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
];

function stripPngMetadata(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) throw damagedPicture();
    if (pictureChunks.includes(name)) chunks.push(bytes.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(chunks);
    at = end;
  }
  throw damagedPicture();
}

const emptyExif = Buffer.from('000000004d4d002a00000008000000000000', 'hex');

/**
 * Overwrites Exif and XMP in place and cuts what follows the last box. All other bytes keep their offsets. Throws
 * RangeError for a truncated file.
 */
function stripHeicMetadata(bytes: Buffer): Buffer {
  const boxes = readBoxes(bytes, 0, bytes.length);
  const clean = Buffer.from(bytes.subarray(0, boxes.at(-1)?.to ?? bytes.length));
  for (const { type, from, to } of boxes) {
    if (type === 'uuid') clean.fill(0, from + 16, to);
    if (type === 'free' || type === 'skip') clean.fill(0, from, to);
    if (type === 'meta') eraseMetadataItems(clean, readBoxes(bytes, from + 4, to));
  }
  return clean;
}

function eraseMetadataItems(clean: Buffer, boxes: readonly Box[]): void {
  const find = (type: string): Box | undefined => boxes.find((box) => box.type === type);
  const [infos, places] = [find('iinf'), find('iloc')];
  if (!infos || !places) return;
  const telling = findMetadataItems(clean, infos);
  let listed = 0;
  for (const { item, start, length } of readExtents(clean, places, find('idat')?.from ?? 0)) {
    if (!telling.has(item)) continue;
    listed += length;
    if (start + length > clean.length || listed > clean.length) throw new RangeError('items outside of the file');
    clean.fill(0, start, start + length);
    if (telling.get(item) === 'Exif' && length >= emptyExif.length) emptyExif.copy(clean, start);
  }
}

function findMetadataItems(bytes: Buffer, { from, to }: Box): ReadonlyMap<number, string> {
  const items = new Map<number, string>();
  for (const info of readBoxes(bytes, from + (bytes[from] === 0 ? 6 : 8), to)) {
    const isLong = bytes[info.from] === 3;
    const item = isLong ? bytes.readUInt32BE(info.from + 4) : bytes.readUInt16BE(info.from + 4);
    const at = info.from + (isLong ? 10 : 8);
    const type = bytes.toString('latin1', at, at + 4);
    if (type === 'Exif' || type === 'mime') items.set(item, type);
  }
  return items;
}

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
function stripOfficeMetadata(bytes: Buffer, cleanPicture: StripPicture): Buffer {
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

/**
 * Blanks the document information and XMP outside compressed objects. Bytes keep their offsets. A signed file stays
 * unchanged, because its signature would break. The number of passes over the file is fixed, whatever it contains.
 */
function stripPdfMetadata(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  if (/\/ByteRange\s*\[/.test(text)) return bytes;
  const clean = Buffer.from(bytes);
  blankBetween(clean, text, '<?xpacket begin', '<?xpacket end');
  blankBetween(clean, text, '<x:xmpmeta', '</x:xmpmeta>');
  const about = findReferences(text, /\/Info\s+(\d{1,10})\s+(\d{1,5})\s+R/g);
  if (about.size === 0) return clean;
  const objects = findObjects(text);
  const inside = new Set<string>();
  for (const { name, from, to } of objects) {
    if (!about.has(name)) continue;
    blankStrings(clean, from, to);
    for (const other of findReferences(text.slice(from, to), /\/\w+\s+(\d{1,10})\s+(\d{1,5})\s+R/g)) inside.add(other);
  }
  for (const { name, from, to } of objects)
    if (inside.has(name) && /^\s*(\(|<[^<])/.test(text.slice(from, to))) blankStrings(clean, from, to);
  return clean;
}

function blankBetween(clean: Buffer, text: string, begin: string, end: string): void {
  for (let from = text.indexOf(begin); from >= 0; ) {
    const last = text.indexOf(end, from);
    if (last < 0) return;
    clean.fill(' ', from, last + end.length);
    from = text.indexOf(begin, last);
  }
}

const findReferences = (text: string, references: RegExp): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(references), ([, number, version]) => `${number} ${version}`));

type PdfObject = Readonly<{ name: string; from: number; to: number }>;

function findObjects(text: string): PdfObject[] {
  const objects: PdfObject[] = [];
  let open: Omit<PdfObject, 'to'> | undefined;
  for (const { index, 0: mark, 1: number, 2: version } of text.matchAll(
    /(?<![\d.])(\d{1,10})\s+(\d{1,5})\s+obj\b|endobj\b/g,
  )) {
    if (open && mark === 'endobj') objects.push({ ...open, to: index });
    open = mark === 'endobj' ? undefined : { name: `${number} ${version}`, from: index + mark.length };
  }
  return objects;
}

function blankStrings(bytes: Buffer, from: number, to: number): void {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const sign = String.fromCharCode(bytes[at] ?? 0);
    if (depth > 0 && sign === '\\') {
      bytes.fill(' ', at, Math.min(at + 2, to));
      at += 1;
    } else if (sign === '(' || (sign === ')' && depth > 0)) {
      const isOuter = sign === '(' ? depth === 0 : depth === 1;
      depth += sign === '(' ? 1 : -1;
      if (!isOuter) bytes[at] = 0x20;
    } else if (depth > 0) bytes[at] = 0x20;
    else if (sign === '<' && bytes[at + 1] === 0x3c) at += 1;
    else if (sign === '<') {
      const end = bytes.indexOf('>', at);
      if (end < 0 || end > to) return;
      bytes.fill(' ', at + 1, end);
      at = end;
    }
  }
}
