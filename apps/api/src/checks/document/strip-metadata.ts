import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import { stripHeicMetadata } from './strip-heic-metadata.ts';
import { stripOfficeMetadata } from './strip-office-metadata.ts';
import { stripPdfMetadata } from './strip-pdf-metadata.ts';

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
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw damagedPicture();
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    else {
      const end = at + 2 + bytes.readUInt16BE(at + 2);
      if (end > bytes.length) throw damagedPicture();
      const segment = bytes.subarray(at, end);
      if (!isMetadataMarker(marker)) kept.push(segment);
      else if (marker === 0xe1) kept.push(...extractOrientation(segment));
      at = marker === 0xda ? endOfScan(bytes, end) : end;
      if (marker === 0xda) kept.push(bytes.subarray(end, at));
    }
  }
  if (bytes.readUInt16BE(at) === 0xffd9) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
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
  const kept: Buffer[] = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) throw damagedPicture();
    if (pictureChunks.includes(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  throw damagedPicture();
}
