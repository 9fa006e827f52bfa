import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';

export type Entry = Readonly<{
  name: string;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  at: number;
}>;

export function entriesOf(content: Buffer): Entry[] | undefined {
  const end = content.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > content.length) return undefined;
  const count = content.readUInt16LE(end + 10);
  let at = content.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== 0x02014b50) return undefined;
    const flags = content.readUInt16LE(at + 8);
    if ((flags & 1) === 1) return undefined;
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => content.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    entries.push({
      name: content.toString('utf8', at + 46, at + 46 + nameLength),
      flags,
      method: content.readUInt16LE(at + 10),
      crc: content.readUInt32LE(at + 16),
      packed: content.readUInt32LE(at + 20),
      size: content.readUInt32LE(at + 24),
      at: content.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}

export function packedBytes(content: Buffer, { packed, at }: Entry): Buffer | undefined {
  if (at + 30 > content.length || content.readUInt32LE(at) !== 0x04034b50) return undefined;
  const start = at + 30 + content.readUInt16LE(at + 26) + content.readUInt16LE(at + 28);
  return start + packed > content.length ? undefined : content.subarray(start, start + packed);
}

/** Extracts an entry. Undefined if it is damaged, larger than `most` bytes, or not compressed with deflate. */
export function unpack(content: Buffer, entry: Entry, most: number): Buffer | undefined {
  const data = packedBytes(content, entry);
  if (!data || entry.method === 0) return data && data.length <= most ? data : undefined;
  if (entry.method !== 8) return undefined;
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(most, 1) });
  } catch {
    return undefined;
  }
}

export async function* unpackPieces(content: Buffer, entry: Entry): AsyncGenerator<Buffer> {
  const data = packedBytes(content, entry);
  if (!data || (entry.method !== 0 && entry.method !== 8)) throw new Error(`${entry.name} cannot be unpacked`);
  if (entry.method === 0) return yield data;
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  inflate.end(data);
  yield* inflate;
}

type Part = Readonly<{ entry: Entry; data: Buffer }>;

export const stored = (entry: Entry, data: Buffer): Part => ({
  entry: { ...entry, method: 0, crc: crc32(data), packed: data.length, size: data.length },
  data,
});

const utf8Name = 0x0800;
const firstDay = 0x0021;

export function archiveOf(parts: readonly Part[]): Buffer {
  const [files, list]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { entry, data } of parts) {
    const name = Buffer.from(entry.name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(entry.flags & utf8Name, 2);
    about.writeUInt16LE(entry.method, 4);
    about.writeUInt16LE(firstDay, 8);
    about.writeUInt32LE(entry.crc, 10);
    about.writeUInt32LE(entry.packed, 14);
    about.writeUInt32LE(entry.size, 18);
    about.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    files.push(Buffer.from('PK\x03\x04', 'latin1'), about, name, data);
    list.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, place, name);
    at += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(
    list.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, ...list, end]);
}
