import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { NetworkError } from './call-errors.ts';
import { reportFailure } from './errors.ts';
import { sessionStore } from './session.ts';
import { staffStore } from './staff.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `shown`: the screen shows the failure itself, so no toast repeats it. */
    queryMeta: { shown?: boolean };
    mutationMeta: { shown?: boolean };
  }
}

/** What the server last said, and the one place where a failure becomes a toast. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (!query.meta?.shown) reportFailure(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => {
      if (!mutation.meta?.shown) reportFailure(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A no stays a no; only a line that broke is worth a second try.
      retry: (failures, error) => error instanceof NetworkError && failures < 2,
    },
    mutations: { retry: false },
  },
});

// What one person saw is nobody else's business.
for (const store of [sessionStore, staffStore])
  store.subscribe(() => {
    if (store.get().status === 'out') queries.clear();
  });
