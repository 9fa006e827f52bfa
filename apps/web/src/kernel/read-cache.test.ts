import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createReadCache } from './read-cache.ts';

function given() {
  const reported: string[] = [];
  const queryCache = createReadCache((error) => void reported.push((error as Error).message));
  const client = new QueryClient({ queryCache, defaultOptions: { queries: { retry: false } } });
  const read = (key: string, answer: () => string, meta?: { inline: boolean }) =>
    client.fetchQuery({ queryKey: [key], queryFn: answer, staleTime: 0, ...(meta && { meta }) }).catch(() => undefined);
  return { client, reported, read };
}

const no = (message: string) => (): string => {
  throw new Error(message);
};

test('reports a failed query, even if its page displays the failure', async () => {
  const { reported, read } = given();
  await read('free transfers', no('Down for a moment.'));
  expect(reported).toEqual(['Down for a moment.']);
});

test('reports a failing poll once, and again after a success', async () => {
  const { reported, read } = given();
  for (let turn = 0; turn < 5; turn += 1) await read('orders', no('Down.'));
  await read('orders', () => 'some');
  await read('orders', no('Down again.'));
  await read('orders', no('Down again.'));
  expect(reported).toEqual(['Down.', 'Down again.']);
});

test('reports each query separately', async () => {
  const { reported, read } = given();
  await read('orders', no('Orders are down.'));
  await read('alerts', no('Alerts are down.'));
  expect(reported).toEqual(['Orders are down.', 'Alerts are down.']);
});

test('does not report inline queries', async () => {
  const { reported, read } = given();
  await read('price', no('Above your limit.'), { inline: true });
  expect(reported).toEqual([]);
});

test('reports again after the cache is cleared', async () => {
  const { client, reported, read } = given();
  await read('orders', no('Down.'));
  client.clear();
  await read('orders', no('Down.'));
  expect(reported).toEqual(['Down.', 'Down.']);
});
