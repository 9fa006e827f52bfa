import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

/** The server finds nothing for one letter. */
const minLength = 2;

export const useFound = (text: string) =>
  useQuery({
    queryKey: queryKeys.search(text),
    queryFn: ({ signal }) => call(endpoints.search.find, { q: text }, { signal }),
    enabled: text.length >= minLength,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
    meta: { inline: true },
  });
