import type { contract } from '@larkmere/contract/contract';
import type { RawInput, Reply } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export type CardPayment = Reply<typeof contract.cardPayment.list>['list'][number];
export type CardPaymentDetails = Reply<typeof contract.cardPayment.view>;
export type CardDocument = CardPaymentDetails['documents'][number];
export type CardDispute = CardPaymentDetails['disputes'][number];

const scanPollMs = 1500;

export const useCardPayments = (cardId: string, size: number) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.cardPayments, cardId, size],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(endpoints.cardPayment.list, { cardId, size, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** What counts against the limits today and this month. */
export const cardUsageQuery = (cardId: string) =>
  queryOptions({
    queryKey: [...queryKeys.cardPayments, cardId, 'usage'],
    queryFn: ({ signal }) => call(endpoints.cardPayment.usage, { cardId }, { signal }),
  });

const isScanning = ({ documents }: CardPaymentDetails): boolean =>
  documents.some(({ state }) => state === 'uploaded' || state === 'scanning');

export const cardPaymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.cardPayments, 'one', id],
    queryFn: ({ signal }) => call(endpoints.cardPayment.view, { id }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isScanning(data) ? scanPollMs : false),
  });

function useRefresh() {
  const cache = useQueryClient();
  return {
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.cardPayments }),
    meta: { showsOwnError: true },
  };
}

export const useAddCardDocument = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.cardPayment.addDocument>) =>
      call(endpoints.cardPayment.addDocument, input),
    ...useRefresh(),
  });

export const useRemoveCardDocument = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.cardPayment.removeDocument>) =>
      call(endpoints.cardPayment.removeDocument, input),
    ...useRefresh(),
  });

export const useOpenDispute = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.cardPayment.openDispute>) =>
      call(endpoints.cardPayment.openDispute, input),
    ...useRefresh(),
  });

export const useSendEvidence = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.cardPayment.sendEvidence>) =>
      call(endpoints.cardPayment.sendEvidence, input),
    ...useRefresh(),
  });
