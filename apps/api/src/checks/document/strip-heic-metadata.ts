type Box = Readonly<{ type: string; from: number; to: number }>;

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

function readBoxes(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
    if (size < head || at + size > end) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), from: at + head, to: at + size });
    at += size;
  }
  return boxes;
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

const maxExtents = 20_000;

type Extent = Readonly<{ item: number; start: number; length: number }>;

function readExtents(bytes: Buffer, { from }: Box, dataBox: number): Extent[] {
  const version = bytes.readUInt8(from);
  const [sizes, more] = [bytes.readUInt8(from + 4), bytes.readUInt8(from + 5)];
  let at = from + 6;
  const read = (size: number): number => {
    if (size === 0) return 0;
    const value = size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const extents: Extent[] = [];
  for (let left = read(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const item = read(version < 2 ? 2 : 4);
    const isInData = version > 0 && (read(2) & 15) === 1;
    read(2);
    const base = read(more >> 4) + (isInData ? dataBox : 0);
    for (let parts = read(2); parts > 0; parts -= 1) {
      if (version > 0) read(more & 15);
      const start = base + read(sizes >> 4);
      if (extents.length === maxExtents) throw new RangeError('too many items');
      extents.push({ item, start, length: read(sizes & 15) });
    }
  }
  return extents;
}
