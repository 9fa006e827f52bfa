import { runInWorker, type WorkerOptions } from '../jobs/worker-pool.ts';
import type { PdfDocument } from './document.ts';

const worker = new URL('./draw-document.worker.ts', import.meta.url);

/** For workflows, outside any transaction. `at` is the date of the file. Refuses `service_unavailable` under load. */
export const drawInWorker = (
  document: PdfDocument,
  at: Date,
  options: WorkerOptions,
): Promise<Uint8Array<ArrayBuffer>> => runInWorker(worker, { document, at }, options);
