import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';
import { followMs, isOver, pauseAfter } from './follow.ts';

export type Wish = Sent<typeof contract.instantPayment.start>;
export type WayBack = Sent<typeof contract.instantPayment.callback>;

export const banksQuery = queryOptions({
  queryKey: keys.banks,
  queryFn: ({ signal }) => call(endpoints.instantPayment.aspsps, {}, { signal }),
  select: ({ list }) => list,
});

export const instantPaymentsQuery = queryOptions({
  queryKey: keys.instantPayments,
  queryFn: ({ signal }) => call(endpoints.instantPayment.list, {}, { signal }),
  select: ({ list }) => list,
});

const paymentQuery = (uid: string) =>
  queryOptions({
    queryKey: keys.instantPayment(uid),
    queryFn: ({ signal }) => call(endpoints.instantPayment.view, { id: uid }, { signal }),
  });

export function useFollowed(uid: string) {
  const [tired, setTired] = useState(false);
  useEffect(() => {
    if (tired) return;
    const timer = setTimeout(() => setTired(true), followMs);
    return () => clearTimeout(timer);
  }, [tired]);
  const payment = useQuery({
    ...paymentQuery(uid),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      tired || (data && isOver(data.state)) ? false : pauseAfter(dataUpdateCount),
  });
  const again = () => {
    setTired(false);
    void payment.refetch();
  };
  return { payment, tired, again };
}

export function useStart() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (wish: Wish) => call(endpoints.instantPayment.start, wish),
    onSuccess: (payment) => cache.setQueryData(keys.instantPayment(payment.uid), payment),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.banks }),
    meta: { shown: true },
  });
}

/** The session may expire while the customer is at the bank; the server identifies the browser by its cookie. */
export const bankReturnSignedOutQuery = (back: WayBack) =>
  queryOptions({
    queryKey: keys.bankReturnSignedOut(back.state),
    queryFn: () => call(endpoints.instantPayment.callbackSignedOut, back),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { inline: true },
  });

/** The server accepts the parameters once, so a retry is harmless. */
export const bankReturnQuery = (back: WayBack) =>
  queryOptions({
    queryKey: keys.bankReturn(back.state),
    queryFn: () => call(endpoints.instantPayment.callback, back),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { inline: true },
  });
