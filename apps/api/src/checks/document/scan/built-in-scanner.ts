import { runInWorker, WorkerFailed } from '../../../platform/jobs/worker-pool.ts';
import type { Scanner, ScanResult } from './scanner.ts';

const workerModule = new URL('./inspect.thread.ts', import.meta.url);

/**
 * Runs in a thread with little memory and time. A file that crashes its parser ends that thread and is `not_checkable`.
 */
export const builtInScanner: Scanner = async ({ customerId, ...file }) => {
  try {
    return await runInWorker<ScanResult>(workerModule, file, { owner: customerId, timeoutSeconds: 15 });
  } catch (error) {
    if (error instanceof WorkerFailed) return 'not_checkable';
    throw error;
  }
};
