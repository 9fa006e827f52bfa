import { inThread, ThreadFailed } from '../../kernel/thread.ts';
import type { Finding, Scanner } from './scanner.ts';

const module = new URL('./inspect.thread.ts', import.meta.url);

/**
 * Runs in a thread with little memory and time. A file that crashes its parser ends that thread and is `not_checkable`.
 */
export const builtInScanner: Scanner = async ({ customerId, ...file }) => {
  try {
    return await inThread<Finding>(module, file, { owner: customerId, seconds: 15 });
  } catch (error) {
    if (error instanceof ThreadFailed) return 'not_checkable';
    throw error;
  }
};
