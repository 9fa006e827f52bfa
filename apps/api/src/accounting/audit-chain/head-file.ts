import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

const newline = 0x0a;

/** Appends a line and returns when it is on disk. A line that a full disk truncated is terminated first. */
export async function appendLine(path: string, line: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a+', 0o644);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read({ buffer: Buffer.alloc(1, newline), position: Math.max(size - 1, 0) });
    await file.write(`${buffer[0] === newline ? '' : '\n'}${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The lines in the last bytes of the file, oldest first. The first may lack its beginning. */
export async function lastLines(path: string, maxBytes: number): Promise<string[]> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxBytes);
    const { buffer } = await file.read({ buffer: Buffer.alloc(length), position: size - length });
    return buffer.toString('utf8').split('\n').filter(Boolean);
  } finally {
    await file.close();
  }
}
