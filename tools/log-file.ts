import { openSync, readFileSync, statSync } from 'node:fs';

const LONGEST = 1_000_000;

/** On a full disk a program starts without its log rather than not at all. */
export function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  try {
    return openSync(file, size > LONGEST ? 'w' : 'a', 0o600);
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    return openSync('/dev/null', 'w');
  }
}

export function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
}
