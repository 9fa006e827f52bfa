import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryCache } from './query-cache.ts';

function setUpCache() {
  const reported: string[] = [];
  const queryCache = createQueryCache((error) => void reported.push((error as Error).message));
  const client = new QueryClient({ queryCache, defaultOptions: { queries: { retry: false } } });
  const read = (key: string, answer: () => string, meta?: { inline: boolean }) =>
    client.fetchQuery({ queryKey: [key], queryFn: answer, staleTime: 0, ...(meta && { meta }) }).catch(() => undefined);
  return { client, reported, read };
}

const failWith = (message: string) => (): string => {
  throw new Error(message);
};

test('reports a failed query, even if its page displays the failure', async () => {
  const { reported, read } = setUpCache();
  await read('free transfers', failWith('Down for a moment.'));
  expect(reported).toEqual(['Down for a moment.']);
});

test('reports a failing poll once, and again after a success', async () => {
  const { reported, read } = setUpCache();
  for (let turn = 0; turn < 5; turn += 1) await read('orders', failWith('Down.'));
  await read('orders', () => 'some');
  await read('orders', failWith('Down again.'));
  await read('orders', failWith('Down again.'));
  expect(reported).toEqual(['Down.', 'Down again.']);
});

test('reports each query separately', async () => {
  const { reported, read } = setUpCache();
  await read('orders', failWith('Orders are down.'));
  await read('alerts', failWith('Alerts are down.'));
  expect(reported).toEqual(['Orders are down.', 'Alerts are down.']);
});

test('does not report inline queries', async () => {
  const { reported, read } = setUpCache();
  await read('price', failWith('Above your limit.'), { inline: true });
  expect(reported).toEqual([]);
});

test('reports again after the cache is cleared', async () => {
  const { client, reported, read } = setUpCache();
  await read('orders', failWith('Down.'));
  client.clear();
  await read('orders', failWith('Down.'));
  expect(reported).toEqual(['Down.', 'Down.']);
});
