import { type Box, readBoxes, readExtents } from './heic-boxes.ts';

const emptyExif = Buffer.from('000000004d4d002a00000008000000000000', 'hex');

/**
 * Overwrites Exif and XMP in place and cuts what follows the last box. All other bytes keep their offsets. Throws
 * RangeError for a truncated file.
 */
export function stripHeicMetadata(bytes: Buffer): Buffer {
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
