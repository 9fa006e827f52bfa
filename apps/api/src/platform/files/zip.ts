import { PassThrough, Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';

export type ZipEntry = Readonly<{
  name: string;
  flags: number;
  method: number;
  crc: number;
  compressedSize: number;
  size: number;
  headerOffset: number;
}>;

export function readEntries(content: Buffer): ZipEntry[] | undefined {
  const end = content.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > content.length) return undefined;
  const count = content.readUInt16LE(end + 10);
  let at = content.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
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
      compressedSize: content.readUInt32LE(at + 20),
      size: content.readUInt32LE(at + 24),
      headerOffset: content.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}

export function readCompressed(content: Buffer, { compressedSize, headerOffset }: ZipEntry): Buffer | undefined {
  if (headerOffset + 30 > content.length || content.readUInt32LE(headerOffset) !== 0x04034b50) return undefined;
  const start = headerOffset + 30 + content.readUInt16LE(headerOffset + 26) + content.readUInt16LE(headerOffset + 28);
  return start + compressedSize > content.length ? undefined : content.subarray(start, start + compressedSize);
}

/** Extracts an entry. Undefined if it is damaged, larger than `most` bytes, or not compressed with deflate. */
export function extractEntry(content: Buffer, entry: ZipEntry, most: number): Buffer | undefined {
  const data = readCompressed(content, entry);
  if (!data || entry.method === 0) return data && data.length <= most ? data : undefined;
  if (entry.method !== 8) return undefined;
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(most, 1) });
  } catch {
    return undefined;
  }
}

export async function* streamEntry(content: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  const data = readCompressed(content, entry);
  if (!data || (entry.method !== 0 && entry.method !== 8)) throw new Error(`${entry.name} cannot be unpacked`);
  if (entry.method === 0) return yield data;
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  inflate.end(data);
  yield* inflate;
}

type ZipPart = Readonly<{ entry: ZipEntry; data: Buffer }>;

export const storeUncompressed = (entry: ZipEntry, data: Buffer): ZipPart => ({
  entry: { ...entry, method: 0, crc: crc32(data), compressedSize: data.length, size: data.length },
  data,
});

const utf8NameFlag = 0x0800;
const dosEpochDate = 0x0021;

export function buildArchive(parts: readonly ZipPart[]): Buffer {
  const [files, list]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { entry, data } of parts) {
    const name = Buffer.from(entry.name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(entry.flags & utf8NameFlag, 2);
    about.writeUInt16LE(entry.method, 4);
    about.writeUInt16LE(dosEpochDate, 8);
    about.writeUInt32LE(entry.crc, 10);
    about.writeUInt32LE(entry.compressedSize, 14);
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

export type ZippedFile = Readonly<{
  name: string;
  content: AsyncIterable<string | Uint8Array>;
  /** Files that are archives themselves are stored as they are. */
  isCompressed?: boolean;
}>;

/** Writes an archive while its files are written; compression runs outside of the main thread. */
export async function* zipFiles(files: readonly ZippedFile[], at: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const fail = (error: Error): void => void output.destroy(error);
  zip.on('error', fail);
  for (const { name, content, isCompressed = false } of files)
    zip.addReadStreamLazy(name, { mtime: at, compress: !isCompressed }, (pump) => {
      const source = Readable.from(toBytes(content), { objectMode: false });
      source.once('error', fail);
      pump(null, source);
    });
  zip.end();
  yield* output;
}

async function* toBytes(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    if (bytes.length > 0) yield bytes;
  }
}
