import { read } from '../postgres/processes.ts';

function ancestorProcesses(): string {
  const shell = process.ppid;
  const npm = /^PPid:\s+(\d+)/m.exec(read(`/proc/${shell}/status`))?.[1] ?? '';
  return `${shell} ${npm}`;
}

/**
 * npm forwards a signal to its shell, which ends without informing us, so poll whether both still run. Does nothing
 * without npm.
 */
export function onParentExit(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = ancestorProcesses();
  const watch = setInterval(() => {
    if (ancestorProcesses() === before) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}
