import { spawn } from 'node:child_process';
import { cpus, setPriority } from 'node:os';

const lowest = 19;
/** They end by themselves, should whoever started them be killed. */
const mostMs = 60_000;

/**
 * Keeps the processors from falling asleep between a call and its answer, as they never do on a server at work: waking one
 * up, on a virtual machine, takes longer than many a read. What keeps them awake runs at the lowest priority.
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
