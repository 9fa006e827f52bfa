import { runInWorker } from '../../../../platform/jobs/worker-pool.ts';
import type { Statement, StatementRow } from '../statement-row.ts';
import type { DrawnStatement } from './draw-statement.ts';

const worker = new URL('./draw-statement.worker.ts', import.meta.url);

/** So many rows are about 350 pages and 15 seconds of a worker. */
export const maxPdfRows = 10_000;

/** Drawn as a whole in a worker thread, because each page says how many there are. */
export async function* writePdf({ head, batches }: Statement, owner: string): AsyncGenerator<Uint8Array> {
  const rows: StatementRow[] = [];
  for await (const batch of batches) rows.push(...batch);
  const drawn: DrawnStatement = { head, rows };
  yield await runInWorker<Uint8Array>(worker, drawn, { owner, timeoutSeconds: 60 });
}
