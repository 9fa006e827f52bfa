import { read } from '../postgres/processes.ts';

/** The shell that npm began us with, and npm itself. */
function lineage(): string {
  const shell = process.ppid;
  const npm = /^PPid:\s+(\d+)/m.exec(read(`/proc/${shell}/status`))?.[1] ?? '';
  return `${shell} ${npm}`;
}

/** npm hands a signal to its shell, which ends without a word to us: notice that they are gone. Without npm, does nothing. */
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
