import { inflateSync } from 'node:zlib';
import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import { readBoxes, readExtents } from './heic-boxes.ts';
import { hasDetail } from './picture-detail.ts';

/** No text or face can be recognised on less. */
const minSide = 200;
const maxPixelBytes = 120_000_000;

const unreadable = (): Refusal => new Refusal('file_rejected', { reason: message('document_picture_unreadable') });
const tooSmall = (): Refusal => new Refusal('file_rejected', { reason: message('document_picture_too_small') });

/** Refuses `file_rejected` for a picture on which nothing can be recognised: too small, of one colour, or damaged. */
export function requireReadablePicture(bytes: Buffer, mediaType: string): void {
  try {
    if (mediaType === 'image/png') requireReadablePng(bytes);
    if (mediaType === 'image/jpeg') requireReadableJpeg(bytes);
    if (mediaType === 'image/heic') requireReadableHeic(bytes);
  } catch (error) {
    throw error instanceof Refusal ? error : unreadable();
  }
}

function requireSize(width: number, height: number): void {
  if (width < minSide || height < minSide) throw tooSmall();
}

function requireDetail(content: Buffer): void {
  if (!hasDetail(content)) throw unreadable();
}

const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function requireReadablePng(bytes: Buffer): void {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth, colour, interlace] = [bytes.readUInt8(24), bytes.readUInt8(25), bytes.readUInt8(28)];
  requireSize(width, height);
  const row = Math.ceil((width * depth * (channelsOf[colour] ?? 0)) / 8);
  if (row === 0 || row * height > maxPixelBytes) throw unreadable();
  // Seven passes add at most a filter byte and a padded byte for each of their rows.
  const [least, most] = [row * height, (row + 1) * height + (interlace ? 8 * (width + height) : 0)];
  const pixels = inflateSync(pngData(bytes), { maxOutputLength: most + 1 });
  if (pixels.length < least || pixels.length > most) throw unreadable();
  requireDetail(interlace ? pixels : withoutFilterBytes(pixels, row + 1));
}

function withoutFilterBytes(pixels: Buffer, stride: number): Buffer {
  const rows: Buffer[] = [];
  for (let at = 0; at < pixels.length; at += stride) rows.push(pixels.subarray(at + 1, at + stride));
  return Buffer.concat(rows);
}

function pngData(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, end - 4));
    at = end;
  }
  return Buffer.concat(parts);
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** The tables that every decoder needs, a frame of a sensible size, and a scan that says something. */
function requireReadableJpeg(bytes: Buffer): void {
  const markers = new Set<number>();
  const scans: Buffer[] = [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    markers.add(isFrame(marker) ? 0xc0 : marker);
    if (isFrame(marker)) requireSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at = end;
    if (marker === 0xda) {
      at = endOfScan(bytes, end);
      scans.push(bytes.subarray(end, at));
    }
  }
  if (![0xc0, 0xda, 0xdb, 0xc4].every((marker) => markers.has(marker))) throw unreadable();
  requireDetail(Buffer.concat(scans));
}

function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw unreadable();
}

/** A picture of a sensible size, and content where the list of places says. Its pixels are not decoded. */
function requireReadableHeic(bytes: Buffer): void {
  const meta = readBoxes(bytes, 0, bytes.length).find(({ type }) => type === 'meta');
  if (!meta) throw unreadable();
  const boxes = readBoxes(bytes, meta.from + 4, meta.to);
  const inside = (type: string, parents = boxes) =>
    parents.filter((box) => box.type === type).flatMap(({ from, to }) => readBoxes(bytes, from, to));
  const sizes = inside('ipco', inside('iprp')).filter(({ type }) => type === 'ispe');
  const places = boxes.find(({ type }) => type === 'iloc');
  if (sizes.length === 0 || !places) throw unreadable();
  const sides = sizes.map(({ from }) => [bytes.readUInt32BE(from + 4), bytes.readUInt32BE(from + 8)] as const);
  requireSize(Math.max(...sides.map(([width]) => width)), Math.max(...sides.map(([, height]) => height)));
  const extents = readExtents(bytes, places, boxes.find(({ type }) => type === 'idat')?.from ?? 0);
  if (extents.some(({ start, length }) => start + length > bytes.length)) throw unreadable();
  requireDetail(Buffer.concat(extents.map(({ start, length }) => bytes.subarray(start, start + length))));
}
