import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

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
