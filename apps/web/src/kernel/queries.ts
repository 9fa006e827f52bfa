import { MutationCache, QueryClient } from '@tanstack/react-query';
import { NetworkError } from './call-errors.ts';
import { reportFailure, reportReadFailure } from './errors.ts';
import { createReadCache } from './read-cache.ts';
import { sessionStore } from './session.ts';
import { staffStore } from './staff.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `inline`: asked about what is being typed or drawn, and its refusal stands at that field, so no toast repeats it. */
    queryMeta: { inline?: boolean };
    /** `shown`: the screen shows the failure itself. */
    mutationMeta: { shown?: boolean };
  }
}

/** What the server last said, and the one place where a failure becomes a toast. */
export const queries = new QueryClient({
  queryCache: createReadCache(reportReadFailure),
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
