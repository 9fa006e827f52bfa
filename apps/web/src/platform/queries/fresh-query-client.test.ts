import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { FreshQueryClient } from './fresh-query-client.ts';

function setUpBalance() {
  const client = new FreshQueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } });
  const answers: ((balance: string | Error) => void)[] = [];
  const queryFn = () =>
    new Promise<string>((resolve, reject) => {
      answers.push((balance) => (typeof balance === 'string' ? resolve(balance) : reject(balance)));
    });
  const observer = new QueryObserver(client, { queryKey: ['balance'], queryFn });
  const stop = observer.subscribe(() => {});
  const answer = async (index: number, balance: string | Error) => {
    await vi.waitFor(() => expect(answers).toHaveLength(index + 1));
    answers[index]?.(balance);
  };
  return { client, answers, answer, observer, stop };
}

test('a first load that began before a change is repeated, and the later answer stays', async () => {
  const { client, answer, answers, observer, stop } = setUpBalance();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const invalidated = client.invalidateQueries({ queryKey: ['balance'] });
  await answer(0, '100.00');
  await answer(1, '90.00');
  await invalidated;
  expect(observer.getCurrentResult().data).toBe('90.00');
  expect(answers).toHaveLength(2);
  stop();
});

test('a first load that fails is repeated too', async () => {
  const { client, answer, answers, observer, stop } = setUpBalance();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const invalidated = client.invalidateQueries({ queryKey: ['balance'] });
  await answer(0, new Error('Down.'));
  await answer(1, '90.00');
  await invalidated;
  expect(observer.getCurrentResult().data).toBe('90.00');
  stop();
});

test('a load that has its answer is loaded again once', async () => {
  const { client, answer, answers, observer, stop } = setUpBalance();
  await answer(0, '100.00');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('100.00'));
  const invalidated = client.invalidateQueries({ queryKey: ['balance'] });
  await answer(1, '90.00');
  await invalidated;
  expect(observer.getCurrentResult().data).toBe('90.00');
  expect(answers).toHaveLength(2);
  stop();
});
