import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import type { StandingOrderView } from '@larkmere/contract/standing-order';
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';
import { refreshMoney } from '../kernel/live.ts';

/** Polling interval if the live connection is down. */
const lookMs = 15_000;

export const standingOrdersQuery = queryOptions({
  queryKey: keys.standingOrders,
  queryFn: ({ signal }) => call(endpoints.standingOrder.list, {}, { signal }),
  select: ({ list }) => list,
  refetchInterval: lookMs,
});

export const standingOrderQuery = (uid: string) =>
  queryOptions({
    queryKey: keys.standingOrder(uid),
    queryFn: ({ signal }) => call(endpoints.standingOrder.view, { uid }, { signal }),
    refetchInterval: lookMs,
  });

export const useHistory = (uid: string) =>
  useInfiniteQuery({
    queryKey: keys.standingHistory(uid),
    queryFn: ({ signal, pageParam: before }) =>
      call(endpoints.standingOrder.history, { uid, ...(before && { before }) }, { signal }),
    initialPageParam: '',
    refetchInterval: lookMs,
    getNextPageParam: ({ list, more }) => (more ? list.at(-1)?.day : undefined),
  });

export type PreviewQuestion = Sent<typeof contract.standingOrder.preview>;

export const usePreview = (question: PreviewQuestion) =>
  useQuery({
    queryKey: keys.standingPreview(question),
    queryFn: ({ signal }) => call(endpoints.standingOrder.preview, question, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { inline: true },
  });

export type StandingOrderWrite =
  | { kind: 'create'; order: Sent<typeof contract.standingOrder.create> }
  | { kind: 'edit'; order: Sent<typeof contract.standingOrder.edit> }
  | { kind: 'editNext'; order: Sent<typeof contract.standingOrder.editNext> }
  | { kind: 'pause' | 'resume' | 'cancel'; order: Sent<typeof contract.standingOrder.pause> }
  | { kind: 'payHeld'; order: Sent<typeof contract.standingOrder.payHeld> }
  | { kind: 'skip'; order: Sent<typeof contract.standingOrder.skip> };

function write(out: StandingOrderWrite): Promise<StandingOrderView> {
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

export const useGlobalPrice = (question: Sent<typeof contract.globalPayment.price> | undefined) =>
  useQuery({
    queryKey: keys.price({ global: question }),
    queryFn: ({ signal }) => call(endpoints.globalPayment.price, question as NonNullable<typeof question>, { signal }),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 5000,
    meta: { inline: true },
  });

export function useWriteStandingOrder() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (order) => cache.setQueryData(keys.standingOrder(order.uid), order),
    onSettled: () => {
      refreshMoney();
      return cache.invalidateQueries({ queryKey: keys.standingOrders });
    },
    meta: { shown: true },
  });
}
