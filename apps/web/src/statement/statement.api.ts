import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';
import type { StatementFilter } from './statement-filter.ts';

export const activityQuery = queryOptions({
  queryKey: keys.activity,
  queryFn: ({ signal }) => call(endpoints.statement.activity, {}, { signal }),
});

export const useStatement = ({ bankholderid, from, to, direction, search, scope }: StatementFilter) =>
  useInfiniteQuery({
    queryKey: [...keys.statements, bankholderid, { from, to, direction, search }],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(endpoints.statement.statement, { bankholderid, from, to, direction, search, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: bankholderid !== '' && scope === undefined,
  });

export const useStatementSearch = ({ direction, search = '', scope }: StatementFilter) =>
  useInfiniteQuery({
    queryKey: [...keys.statements, 'search', { direction, search }],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(endpoints.statement.search, { direction, search, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: scope === 'all',
  });
