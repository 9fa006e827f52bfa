import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { queryClient } from '../../platform/queries/query-client.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const favouritesQuery = queryOptions({
  queryKey: queryKeys.favourites,
  queryFn: ({ signal }) => call(endpoints.favourite.list, {}, { signal }),
});

export const favouriteMembersQuery = queryOptions({
  queryKey: queryKeys.favouriteMembers,
  queryFn: ({ signal }) => call(endpoints.favourite.listMembers, {}, { signal }),
});

const refresh = () => void queryClient.invalidateQueries({ queryKey: queryKeys.favourites });

export type FavouriteRequest =
  | { kind: 'create'; input: RawInput<typeof contract.favourite.create> }
  | { kind: 'update'; input: RawInput<typeof contract.favourite.update> };

export const useSaveFavourite = () =>
  useMutation({
    mutationFn: (request: FavouriteRequest) =>
      request.kind === 'create'
        ? call(endpoints.favourite.create, request.input)
        : call(endpoints.favourite.update, request.input),
    onSettled: refresh,
    meta: { showsOwnError: true },
  });

export const useRemoveFavourite = () =>
  useMutation({
    mutationFn: ({ uid }: { uid: string }) =>
      call(endpoints.favourite.remove, { uid, idempotency: newIdempotencyKey() }),
    onSettled: refresh,
    meta: { showsOwnError: true },
  });

export const useReorderFavourites = () =>
  useMutation({
    mutationFn: (uids: string[]) => call(endpoints.favourite.reorder, { uids, idempotency: newIdempotencyKey() }),
    onSuccess: (favourites) => queryClient.setQueryData(queryKeys.favourites, favourites),
    onError: refresh,
    meta: { showsOwnError: true },
  });

/** Compares the favourite with its target once more. The list shows what a refusal is about. */
export const usePrepareFavourite = () =>
  useMutation({
    mutationFn: ({ uid }: { uid: string }) =>
      call(endpoints.favourite.prepare, { uid, idempotency: newIdempotencyKey() }),
    onError: refresh,
    meta: { showsOwnError: true },
  });
