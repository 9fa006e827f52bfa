import type { write } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { openLog } from './log.ts';
import { openLogStream } from './log-stream.ts';

type Answer = (error: NodeJS.ErrnoException | null, written: number) => void;

/** A disk that can be full, or take only a part of what it gets. */
function createDisk() {
  const disk = { text: '', isFull: false, room: Infinity, held: undefined as Answer[] | undefined };
  const writeTo = ((_fd: number, bytes: Buffer, _from: number, length: number, _at: null, answer: Answer) => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    if (disk.held) return void disk.held.push(answer);
    if (disk.isFull) return queueMicrotask(() => answer(full, 0));
    const taken = Math.min(length, disk.room);
    disk.text += bytes.subarray(0, taken).toString();
    disk.room -= taken;
    if (disk.room === 0) disk.isFull = true;
    queueMicrotask(() => answer(null, taken));
  }) as unknown as typeof write;
  return { disk, writeTo };
}

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), { timeout: 20_000 });

test('drops and counts lines while the disk is full, and says so once there is space', async () => {
  const { disk, writeTo } = createDisk();
  const stream = openLogStream(1, { writeTo });
  const log = openLog('info', stream);
  log.info('before');
  await until(() => disk.text.includes('before'));
  disk.isFull = true;
  for (let n = 0; n < 50; n += 1) log.error(`lost ${n}`);
  await until(() => stream.dropped() === 50);
  for (let n = 0; n < 50; n += 1) log.error(`lost ${n}`);
  await until(() => stream.dropped() === 100);
  disk.isFull = false;
  log.info('after');
  await until(() => disk.text.includes('after'));
  const lines = disk.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; lines?: number });
  expect(lines.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['before', 'log lines could not be written', 'after']),
  );
  expect(lines.reduce((sum, { lines: count = 0 }) => sum + count, 0)).toBe(100);
});

test('never waits for a reader, and keeps a bounded amount', () => {
  const { disk, writeTo } = createDisk();
  disk.held = [];
  const stream = openLogStream(1, { writeTo, maxBytes: 1000 });
  for (let n = 0; n < 100; n += 1) stream.write(`${'x'.repeat(99)}\n`);
  expect(disk.held).toHaveLength(1);
  expect(stream.dropped()).toBe(89);
});

test('ends a line that a full disk cut before it goes on', async () => {
  const { disk, writeTo } = createDisk();
  disk.room = 5;
  const stream = openLogStream(1, { writeTo });
  stream.write('first line\n');
  await until(() => stream.dropped() === 1);
  Object.assign(disk, { isFull: false, room: Infinity });
  stream.write('second line\n');
  await until(() => disk.text.includes('second line\n'));
  expect(disk.text.split('\n')[0]).toBe('first');
  expect(disk.text).toMatch(/\n{"level":40.*"lines":1/);
});
