import { MutationCache } from '@tanstack/react-query';
import { reportFailure, reportReadFailure } from '../failures.ts';
import { NetworkError } from '../http/call-errors.ts';
import { sessionStore } from '../session/session.ts';
import { staffSessionStore } from '../session/staff-session.ts';
import { FreshQueryClient } from './fresh-query-client.ts';
import { createQueryCache } from './query-cache.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `inline`: the field displays the failure, so no toast repeats it. */
    queryMeta: { inline?: boolean };
    /** `shown`: the screen displays the failure itself. */
    mutationMeta: { showsOwnError?: boolean };
  }
}

export const queryClient = new FreshQueryClient({
  queryCache: createQueryCache(reportReadFailure),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => {
      if (!mutation.meta?.showsOwnError) reportFailure(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Only a network error is worth a retry; a refusal stays a refusal.
      retry: (failures, error) => error instanceof NetworkError && failures < 2,
    },
    // By default a write that meets no connection would wait, and be sent by itself when the connection returns.
    mutations: { retry: false, networkMode: 'always' },
  },
});

// The next user must not see cached data of the last one.
for (const store of [sessionStore, staffSessionStore])
  store.subscribe(() => {
    if (store.get().status === 'out') queryClient.clear();
  });
