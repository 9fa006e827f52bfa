import type { contract } from '@larkmere/contract/contract';
import type { StandingOrderView } from '@larkmere/contract/payments/standing-order';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { refreshLiveQueries } from '../../platform/live/live.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

/** Polling interval if the live connection is down. */
const pollIntervalMs = 15_000;

export const standingOrdersQuery = queryOptions({
  queryKey: queryKeys.standingOrders,
  queryFn: ({ signal }) => call(endpoints.standingOrder.list, {}, { signal }),
  select: ({ list }) => list,
  refetchInterval: pollIntervalMs,
});

export const standingOrderQuery = (uid: string) =>
  queryOptions({
    queryKey: queryKeys.standingOrder(uid),
    queryFn: ({ signal }) => call(endpoints.standingOrder.view, { uid }, { signal }),
    refetchInterval: pollIntervalMs,
  });

export const useOrderHistory = (uid: string) =>
  useInfiniteQuery({
    queryKey: queryKeys.standingHistory(uid),
    queryFn: ({ signal, pageParam: before }) =>
      call(endpoints.standingOrder.history, { uid, ...(before && { before }) }, { signal }),
    initialPageParam: '',
    refetchInterval: pollIntervalMs,
    getNextPageParam: ({ list, more }) => (more ? list.at(-1)?.day : undefined),
  });

export type PreviewRequest = RawInput<typeof contract.standingOrder.preview>;

export const usePreview = (question: PreviewRequest) =>
  useQuery({
    queryKey: queryKeys.standingPreview(question),
    queryFn: ({ signal }) => call(endpoints.standingOrder.preview, question, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { inline: true },
  });

export type StandingOrderWrite =
  | { kind: 'create'; order: RawInput<typeof contract.standingOrder.create> }
  | { kind: 'edit'; order: RawInput<typeof contract.standingOrder.edit> }
  | { kind: 'editNext'; order: RawInput<typeof contract.standingOrder.editNext> }
  | { kind: 'pause' | 'resume' | 'cancel'; order: RawInput<typeof contract.standingOrder.pause> }
  | { kind: 'payHeld'; order: RawInput<typeof contract.standingOrder.payHeld> }
  | { kind: 'skip'; order: RawInput<typeof contract.standingOrder.skip> };

function writeStandingOrder(out: StandingOrderWrite): Promise<StandingOrderView> {
  switch (out.kind) {
    case 'create':
      return call(endpoints.standingOrder.create, out.order);
    case 'edit':
      return call(endpoints.standingOrder.edit, out.order);
    case 'editNext':
      return call(endpoints.standingOrder.editNext, out.order);
    case 'payHeld':
      return call(endpoints.standingOrder.payHeld, out.order);
    case 'skip':
      return call(endpoints.standingOrder.skip, out.order);
    case 'pause':
    case 'resume':
    case 'cancel':
      return call(endpoints.standingOrder[out.kind], out.order);
  }
}

export const useInternationalPrice = (question: RawInput<typeof contract.globalPayment.price> | undefined) =>
  useQuery({
    queryKey: queryKeys.price({ global: question }),
    queryFn: ({ signal }) => call(endpoints.globalPayment.price, question as NonNullable<typeof question>, { signal }),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 5000,
    meta: { inline: true },
  });

export function useWriteStandingOrder() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: writeStandingOrder,
    onSuccess: (order) => cache.setQueryData(queryKeys.standingOrder(order.uid), order),
    onSettled: () => {
      refreshLiveQueries();
      return cache.invalidateQueries({ queryKey: queryKeys.standingOrders });
    },
    meta: { showsOwnError: true },
  });
}
