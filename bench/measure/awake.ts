import { spawn } from 'node:child_process';
import { cpus, setPriority } from 'node:os';

const lowest = 19;
const mostMs = 60_000;

/**
 * Waking a sleeping virtual processor takes longer than many reads, and a busy server never sleeps. The idle loops run
 * at the lowest priority.
 */
export async function awake<T>(work: () => Promise<T>): Promise<T> {
  const idlers = cpus().map(() =>
    spawn(process.execPath, ['-e', `const end = Date.now() + ${mostMs}; while (Date.now() < end);`], {
      stdio: 'ignore',
    }),
  );
  for (const { pid } of idlers) if (pid) setPriority(pid, lowest);
  try {
    return await work();
  } finally {
    for (const idler of idlers) idler.kill('SIGKILL');
  }
}
