import { read } from '../postgres/processes.ts';

function lineage(): string {
  const shell = process.ppid;
  const npm = /^PPid:\s+(\d+)/m.exec(read(`/proc/${shell}/status`))?.[1] ?? '';
  return `${shell} ${npm}`;
}

/**
 * npm forwards a signal to its shell, which ends without informing us, so poll whether both still run. Does nothing
 * without npm.
 */
export function onParentGone(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = lineage();
  const watch = setInterval(() => {
    if (lineage() === before) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}
