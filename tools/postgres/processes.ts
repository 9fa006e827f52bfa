import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Start time of a process, which distinguishes a reused process id. Empty if the process is dead or unreaped. */
export function startOf(pid: number): string {
  if (!(pid > 0)) return '';
  if (process.platform !== 'linux') {
    const [state = 'Z', ...began] = ps(pid, 'stat=,lstart=').split(/\s+/);
    return state.startsWith('Z') ? '' : began.join(' ');
  }
  // The command name can contain spaces and brackets, so count fields from the last bracket.
  const [state, ...fields] = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return state === undefined || state === 'Z' || state === 'X' ? '' : (fields[18] ?? '');
}

export function serversIn(cluster: string): number[] {
  const recorded = Number(read(`${cluster}/postmaster.pid`).split('\n')[0]);
  if (process.platform !== 'linux') {
    return startOf(recorded) !== '' && ps(recorded, 'command=').includes(cluster) ? [recorded] : [];
  }
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && worksIn(pid) === cluster && startOf(pid) !== '');
}

function worksIn(pid: number): string {
  if (read(`/proc/${pid}/comm`).trim() !== 'postgres') return '';
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function ps(pid: number, columns: string): string {
  return spawnSync('ps', ['-o', columns, '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export async function until(condition: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(20)) {
    if (condition()) return true;
  }
  return condition();
}
