export type Box = Readonly<{ type: string; from: number; to: number }>;

/** The boxes of an ISO base media file between two offsets. What does not fit ends the list. */
export function readBoxes(bytes: Buffer, start: number, end: number): Box[] {
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

const maxExtents = 20_000;

type Extent = Readonly<{ item: number; start: number; length: number }>;

/** Where the items of an `iloc` box are. Throws RangeError for one that is cut or lists too many. */
export function readExtents(bytes: Buffer, { from }: Box, dataBox: number): Extent[] {
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
