import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import type { StatementFilter } from './statement-filter.ts';

export const activityQuery = queryOptions({
  queryKey: queryKeys.activity,
  queryFn: ({ signal }) => call(endpoints.statement.activity, {}, { signal }),
});

export const useStatement = ({ bankholderid, from, to, direction, search, scope }: StatementFilter) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.statements, bankholderid, { from, to, direction, search }],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(endpoints.statement.statement, { bankholderid, from, to, direction, search, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: bankholderid !== '' && scope === undefined,
  });

/** Without a search text: all lines. */
export const useStatementSearch = ({ direction, search, scope }: StatementFilter) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.statements, 'search', { direction, search }],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(endpoints.statement.search, { direction, search, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: scope === 'all',
  });
