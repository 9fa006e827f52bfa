import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chunkFailureOf, chunkLimitMs, loadChunk } from './chunk.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const failureOf = (load: Promise<unknown>): Promise<unknown> =>
  load.then(
    () => undefined,
    (error: unknown) => error,
  );

test('returns a loaded module and clears its timer', async () => {
  expect(await loadChunk(Promise.resolve('module'))).toBe('module');
  expect(vi.getTimerCount()).toBe(0);
});

test('fails after 120 seconds if a chunk does not load', async () => {
  let failure: unknown = 'none yet';
  void failureOf(loadChunk(new Promise(() => {}))).then((error) => {
    failure = error;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failure).toBe('none yet');
  await vi.advanceTimersByTimeAsync(1);
  expect(chunkFailureOf(failure)).toBe('late');
  expect(chunkLimitMs).toBe(120_000);
});

test.each([
  'Failed to fetch dynamically imported module: https://bank.example/assets/PayeePage-1a2b.js',
  'error loading dynamically imported module: https://bank.example/assets/PayeePage-1a2b.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/RateChart-3c4d.css',
])('treats a missing chunk as a load failure: %s', async (message) => {
  expect(chunkFailureOf(await failureOf(loadChunk(Promise.reject(new TypeError(message)))))).toBe('missing');
});

test('does not treat a page error as a load failure', () => {
  expect(chunkFailureOf(new TypeError('x is undefined'))).toBeUndefined();
});
