import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { NetworkError } from '../http/call-errors.ts';
import { queryClient } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

it('a write without a connection fails at once, and is not sent by itself when the connection returns', async () => {
  const send = vi.fn(async () => Promise.reject(new NetworkError('the server cannot be reached')));
  const write = new MutationObserver(queryClient, { mutationFn: send, meta: { showsOwnError: true } });
  onlineManager.setOnline(false);
  const outcome = write.mutate().catch((error: unknown) => error);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(await outcome).toBeInstanceOf(NetworkError);
  onlineManager.setOnline(true);
  await queryClient.resumePausedMutations();
  expect(send).toHaveBeenCalledOnce();
});
