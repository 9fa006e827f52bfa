import { openSync, readFileSync, statSync } from 'node:fs';

const LONGEST = 1_000_000;

export function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(file, size > LONGEST ? 'w' : 'a', 0o600);
}

export function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
}
