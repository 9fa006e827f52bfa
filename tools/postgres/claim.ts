import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { read, startOf } from './processes.ts';

/**
 * Makes this process the owner of a folder until `release` or the end of the process. Throws if a living process owns
 * it, and names it.
 */
export function claim(file: string, folder: string): { release: () => void } {
  const mine = `${process.pid} ${startOf(process.pid)}`;
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      return { release: () => read(file) === mine && rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = read(file);
    const pid = Number.parseInt(owner, 10);
    if (owner === `${pid} ${startOf(pid)}`)
      throw new Error(`The database in ${folder} is already run by process ${pid}.`);
    discard(file, owner);
  }
}

/** Removes a dead owner's claim, but not one that another process created meanwhile. */
function discard(file: string, dead: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') === dead) rmSync(aside);
    else renameSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
