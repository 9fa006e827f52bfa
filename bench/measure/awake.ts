import { spawn } from 'node:child_process';
import { cpus, setPriority } from 'node:os';

const lowest = 19;

/**
 * Keeps the processors from falling asleep between a call and its answer, as they never do on a server at work: waking one
 * up, on a virtual machine, takes longer than many a read. What keeps them awake runs when nobody else wants to.
 */
export async function awake<T>(work: () => Promise<T>): Promise<T> {
  const idlers = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  for (const { pid } of idlers) if (pid) setPriority(pid, lowest);
  try {
    return await work();
  } finally {
    for (const idler of idlers) idler.kill('SIGKILL');
  }
}
