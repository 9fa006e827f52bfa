import type { contract } from '@larkmere/contract/contract';
import type { Endpoint, RawInput, Reply } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type EndpointRow } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export type CardList = Reply<typeof contract.issuedCard.list>;
export type IssuedCard = CardList['list'][number];
export type CardOptions = Reply<typeof contract.issuedCard.options>;
export type CardOrder = RawInput<typeof contract.issuedCard.place>;
export type Limits = IssuedCard['limits'];
export type SwitchName = keyof IssuedCard['switches'];

/** A virtual card is issued within seconds, and its page waits for that. */
const pollMs = 2000;

export const cardsQuery = queryOptions({
  queryKey: queryKeys.issuedCards,
  queryFn: ({ signal }) => call(endpoints.issuedCard.list, {}, { signal }),
  refetchInterval: ({ state }) => state.data?.list.some((each) => each.state === 'ordered') && pollMs,
});

export const cardOptionsQuery = queryOptions({
  queryKey: queryKeys.cardOptions,
  queryFn: ({ signal }) => call(endpoints.issuedCard.options, {}, { signal }),
});

function useCardWrite<E extends Endpoint>(row: EndpointRow<E>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<E>) => call(row, input),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: queryKeys.cardOptions });
      void cache.invalidateQueries({ queryKey: queryKeys.accounts });
      return cache.invalidateQueries({ queryKey: queryKeys.issuedCards });
    },
    meta: { showsOwnError: true },
  });
}

export const useOrderCard = () => useCardWrite(endpoints.issuedCard.place);
export const useActivateCard = () => useCardWrite(endpoints.issuedCard.activate);
export const useFreezeCard = () => useCardWrite(endpoints.issuedCard.freeze);
export const useUnfreezeCard = () => useCardWrite(endpoints.issuedCard.unfreeze);
export const useBlockCard = () => useCardWrite(endpoints.issuedCard.block);
export const useSetLimits = () => useCardWrite(endpoints.issuedCard.setLimits);
export const useSetSwitch = () => useCardWrite(endpoints.issuedCard.setSwitch);
export const useSetPersonLimits = () => useCardWrite(endpoints.issuedCard.setPersonLimits);

// Outside of the cache of queries: what these answer must not stay in memory.
export const reveal = (input: RawInput<typeof contract.issuedCard.reveal>) => call(endpoints.issuedCard.reveal, input);
export const fetchPinKey = () => call(endpoints.issuedCard.pinKey, {});
export const changePin = (input: RawInput<typeof contract.issuedCard.changePin>) =>
  call(endpoints.issuedCard.changePin, input);

export const withoutMoney = (currency: IssuedCard['currency'], paymentIdempotency: string) => ({
  amount: '0',
  currency,
  paymentIdempotency,
});
