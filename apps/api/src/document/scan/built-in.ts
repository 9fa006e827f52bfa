import { inThread, ThreadFailed } from '../../kernel/thread.ts';
import type { Finding, Scanner } from './scanner.ts';

const module = new URL('./inspect.thread.ts', import.meta.url);

/**
 * Our own scanner, in a thread of its own with little memory and time: a file made to break its reader breaks that thread
 * and is refused as one that cannot be checked.
 */
export const builtInScanner: Scanner = async ({ customerId, ...file }) => {
  try {
    return await inThread<Finding>(module, file, { owner: customerId, seconds: 15 });
  } catch (error) {
    if (error instanceof ThreadFailed) return 'not_checkable';
    throw error;
  }
};
