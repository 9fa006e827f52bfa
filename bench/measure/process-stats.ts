import { readdirSync } from 'node:fs';
import { read } from '../../tools/postgres/processes.ts';

const ticksPerSecond = 100;

type ProcessTicks = Readonly<{ parent: number; own: number; ended: number }>;

/** Microseconds of a process and its children; 0 without /proc. */
export function processorMicros(pid: number): number {
  const root = processTicks(pid);
  if (!root) return 0;
  const children = listPids()
    .map(processTicks)
    .filter((each) => each?.parent === pid);
  const ticks = children.reduce((sum, child) => sum + (child?.own ?? 0), root.own + root.ended);
  return (ticks / ticksPerSecond) * 1e6;
}

export const residentMegabytes = (pid: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);

const listPids = (): number[] => (process.platform === 'linux' ? readdirSync('/proc').map(Number).filter(Boolean) : []);

/** A command name may contain blanks and brackets, so fields are counted from the last bracket. */
function processTicks(pid: number): ProcessTicks | undefined {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ').map(Number) ?? [];
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return fields.length > 15 ? { parent, own: user + system, ended: endedUser + endedSystem } : undefined;
}
