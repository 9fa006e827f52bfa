import { parentPort, workerData } from 'node:worker_threads';
import type { CheckedRow } from './bulk-payment.ts';
import { checkRow } from './check-row.ts';
import { FileRejected } from './file-rejected.ts';
import { type FileFormat, readFile } from './read-file.ts';

export type TakenFile = Readonly<{ format: FileFormat; rows: readonly CheckedRow[] }> | Readonly<{ rejected: string }>;

async function take(bytes: Uint8Array): Promise<TakenFile> {
  try {
    const { format, rows } = await readFile(Buffer.from(bytes));
    return { format, rows: rows.map(checkRow) };
  } catch (error) {
    if (error instanceof FileRejected) return { rejected: error.message };
    throw error;
  }
}

parentPort?.postMessage(await take(workerData as Uint8Array));
