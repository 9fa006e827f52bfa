import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';
import type { StatementFilter } from './statement-filter.ts';

/** The latest movements over all accounts, with payments that are under way. */
export const activityQuery = queryOptions({
  queryKey: keys.activity,
  queryFn: ({ signal }) => call(endpoints.statement.activity, {}, { signal }),
});

/** Booked lines page by page. While the filter changes, the figures before it stay in sight. */
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

/** Matching lines of all accounts and all time, page by page. */
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
