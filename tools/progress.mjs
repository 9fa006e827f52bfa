// Prints what a command does, with the seconds since it began. Only built-ins of Node 20.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const clockFile = join(dirname(fileURLToPath(import.meta.url)), '../node_modules/.cache/started-at');
const handOverMs = 5_000;

/** `npm start` runs two programs, the installation and the start itself; the second continues the time of the first. */
function startOfCommand() {
  const given = Number(process.env.LARKMERE_STARTED_AT ?? 0);
  if (given > 0) return given;
  const handedOver = statSync(clockFile, { throwIfNoEntry: false });
  if (!handedOver || Date.now() - handedOver.mtimeMs > handOverMs) return Date.now() - performance.now();
  const start = Number(readFileSync(clockFile, 'utf8'));
  rmSync(clockFile);
  return start;
}

export const startedAt = startOfCommand();

export function handOverClock() {
  mkdirSync(dirname(clockFile), { recursive: true });
  writeFileSync(clockFile, String(startedAt));
}

export function printStep(text) {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`• ${seconds.padStart(5)} s  ${text}`);
}
