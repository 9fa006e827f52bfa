import { QueryCache } from '@tanstack/react-query';

/** Reports a failing query once until it succeeds again, so that a poll does not repeat its error. */
export function createQueryCache(report: (error: unknown) => void): QueryCache {
  const failing = new Set<string>();
  const cache = new QueryCache({
    onError: (error, { queryHash, meta }) => {
      if (failing.has(queryHash) || meta?.inline) return;
      failing.add(queryHash);
      report(error);
    },
    onSuccess: (_, { queryHash }) => void failing.delete(queryHash),
  });
  cache.subscribe(({ type, query }) => {
    if (type === 'removed') failing.delete(query.queryHash);
  });
  return cache;
}
