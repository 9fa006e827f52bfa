import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { message } from '@larkmere/messages/message';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../requests/refusal.ts';

export const maxFileBytes = 10 * 1024 * 1024;

export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refusal('validation_failed', { reason: message('form_expected') });
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts())
      fields[part.fieldname] =
        part.type === 'file'
          ? new File([new Uint8Array(await part.toBuffer())], part.filename, { type: part.mimetype })
          : part.value;
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE')
      throw new Refusal('file_rejected', {
        reason: message('file_too_large', { maxSize: `${maxFileBytes / 1024 ** 2} MB` }),
      });
    throw new Refusal('validation_failed', { reason: message('form_unreadable') });
  }
  return fields;
}

/** Replaces files by their digests: two requests are equal when their files are. */
export async function replaceFilesByDigests(input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const entries = Object.entries(input).map(
    async ([name, value]) =>
      [name, value instanceof File ? { name: value.name, sha256: await computeSha256(value) } : value] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

const computeSha256 = async (file: File): Promise<string> =>
  createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('hex');

/**
 * A file that is written while it is sent, so its size is not known and only a part of it is in memory. If writing fails
 * halfway, the connection ends early and the browser shows a failed download.
 */
export class StreamedFile extends File {
  readonly content: AsyncIterable<string | Uint8Array>;

  constructor(name: string, type: string, content: AsyncIterable<string | Uint8Array>) {
    super([], name, { type });
    this.content = content;
  }
}

/** Sends a file as a download, with headers that stop it from running as a page of our origin. */
export async function sendFile(reply: FastifyReply, file: File): Promise<FastifyReply> {
  const plain = file.name.replace(/[^\w. -]/g, '_');
  return reply
    .headers({
      'content-type': file.type || 'application/octet-stream',
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name).replace(/['()*]/g, percentEncode)}`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    .send(file instanceof StreamedFile ? await startStream(file.content) : Buffer.from(await file.arrayBuffer()));
}

/** Waits for the first part, so that what fails before it is still an answer with a status. */
async function startStream(content: AsyncIterable<string | Uint8Array>): Promise<Readable> {
  const parts = content[Symbol.asyncIterator]();
  const first = await parts.next();
  return Readable.from(continueFrom(first, parts), { objectMode: false, highWaterMark: 256 * 1024 });
}

async function* continueFrom(
  first: IteratorResult<string | Uint8Array>,
  parts: AsyncIterator<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  try {
    for (let next = first; !next.done; next = await parts.next()) yield next.value;
  } finally {
    await parts.return?.();
  }
}

const percentEncode = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
