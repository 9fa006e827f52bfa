import { write, writeSync } from 'node:fs';
import { droppedLogLines } from './metrics.ts';

const maxPendingBytes = 1024 * 1024;
const retryMs = 200;

type LogStreamOptions = Readonly<{ maxBytes?: number; writeTo?: typeof write }>;

type LogStream = Readonly<{
  write: (line: string) => void;
  /** At the exit, when nothing can wait. */
  flushSync: () => void;
  dropped: () => number;
}>;

/**
 * Writes lines to a file, a pipe or a terminal, and never blocks or ends the process. What cannot be written, because the
 * disk is full or the reader is slow, is dropped and counted; the count is the first line once it can be written again.
 */
export function openLogStream(
  fd: number,
  { maxBytes = maxPendingBytes, writeTo = write }: LogStreamOptions = {},
): LogStream {
  let pending: string[] = [];
  let pendingBytes = 0;
  let dropped = 0;
  /** Dropped lines that no line of the log counts, and those that the line counts which is being written. */
  let [unreported, reporting] = [0, 0];
  let isWriting = false;
  /** The last write ended in the middle of a line. */
  let isCut = false;

  const drop = (lines: number): void => {
    dropped += lines;
    unreported += lines;
    droppedLogLines.inc(lines);
  };
  const take = (): Buffer => {
    const lines = unreported > 0 ? [reportOf(unreported), ...pending] : pending;
    return Buffer.from(`${isCut ? '\n' : ''}${lines.join('')}`);
  };
  const finish = (error: NodeJS.ErrnoException | null, written: number, bytes: Buffer, lines: number): void => {
    const isWhole = !error && written === bytes.length;
    if (written > 0) isCut = !isWhole && bytes[written - 1] !== 0x0a;
    const isRefused = error !== null && error.code !== 'EAGAIN';
    if (isRefused) {
      drop(lines);
      unreported += reporting;
    }
    if (isWhole) goOn();
    else later(isRefused ? goOn : () => send(bytes.subarray(written), lines));
  };
  const goOn = (): void => {
    isWriting = false;
    if (pending.length > 0) flush();
  };
  const send = (bytes: Buffer, lines: number): void =>
    writeTo(fd, bytes, 0, bytes.length, null, (error, written) => finish(error, written ?? 0, bytes, lines));
  const flush = (): void => {
    isWriting = true;
    const [bytes, lines] = [take(), pending.length];
    [reporting, unreported] = [unreported, 0];
    [pending, pendingBytes] = [[], 0];
    send(bytes, lines);
  };
  return {
    write: (line) => {
      if (pendingBytes + line.length > maxBytes) return drop(1);
      pending.push(line);
      pendingBytes += line.length;
      if (!isWriting) flush();
    },
    flushSync: () => {
      try {
        if (pending.length > 0 || unreported > 0) writeSync(fd, take());
      } catch {
        // Nobody is left to tell.
      }
      [pending, pendingBytes] = [[], 0];
    },
    dropped: () => dropped,
  };
}

const later = (work: () => void): void => void setTimeout(work, retryMs).unref();

const reportOf = (lines: number): string =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), lines, msg: 'log lines could not be written' })}\n`;
