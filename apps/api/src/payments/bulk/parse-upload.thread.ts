import { parentPort, workerData } from 'node:worker_threads';
import type { Message } from '@larkmere/messages/message';
import type { ParsedRow } from './bulk.ts';
import { FileRejected } from './file-rejected.ts';
import { type FileFormat, parseFile } from './parse-file.ts';
import { parseRow } from './parse-row.ts';

export type ParsedUpload =
  | Readonly<{ format: FileFormat; rows: readonly ParsedRow[] }>
  | Readonly<{ rejected: Message }>;

async function parseUpload(bytes: Uint8Array): Promise<ParsedUpload> {
  try {
    const { format, rows } = await parseFile(Buffer.from(bytes));
    return { format, rows: rows.map(parseRow) };
  } catch (error) {
    if (error instanceof FileRejected) return { rejected: error.reason };
    throw error;
  }
}

parentPort?.postMessage(await parseUpload(workerData as Uint8Array));
