import { openSync, readFileSync, statSync } from 'node:fs';

const LONGEST = 1_000_000;

/** Opens a log to write to; one that has grown long is begun anew. */
export function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(file, size > LONGEST ? 'w' : 'a', 0o600);
}

/** The last lines of a log: what a program said before it failed. */
export function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
}
