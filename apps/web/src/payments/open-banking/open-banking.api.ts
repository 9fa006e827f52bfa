import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { isFinal, pollDurationMs, pollIntervalAfter } from './polling.ts';

export type StartRequest = RawInput<typeof contract.instantPayment.start>;
export type RedirectCallback = RawInput<typeof contract.instantPayment.callback>;

export const banksQuery = queryOptions({
  queryKey: queryKeys.banks,
  queryFn: ({ signal }) => call(endpoints.instantPayment.aspsps, {}, { signal }),
  select: ({ list }) => list,
});

export const instantPaymentsQuery = queryOptions({
  queryKey: queryKeys.instantPayments,
  queryFn: ({ signal }) => call(endpoints.instantPayment.list, {}, { signal }),
  select: ({ list }) => list,
});

const paymentQuery = (uid: string) =>
  queryOptions({
    queryKey: queryKeys.instantPayment(uid),
    queryFn: ({ signal }) => call(endpoints.instantPayment.view, { id: uid }, { signal }),
  });

export function usePolledPayment(uid: string) {
  const [tired, setTired] = useState(false);
  useEffect(() => {
    if (tired) return;
    const timer = setTimeout(() => setTired(true), pollDurationMs);
    return () => clearTimeout(timer);
  }, [tired]);
  const payment = useQuery({
    ...paymentQuery(uid),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      tired || (data && isFinal(data.state)) ? false : pollIntervalAfter(dataUpdateCount),
  });
  const again = () => {
    setTired(false);
    void payment.refetch();
  };
  return { payment, tired, again };
}

export function useStartPayment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (wish: StartRequest) => call(endpoints.instantPayment.start, wish),
    onSuccess: (payment) => cache.setQueryData(queryKeys.instantPayment(payment.uid), payment),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.banks }),
    meta: { showsOwnError: true },
  });
}

/** The session may expire while the customer is at the bank; the server identifies the browser by its cookie. */
export const bankReturnSignedOutQuery = (back: RedirectCallback) =>
  queryOptions({
    queryKey: queryKeys.bankReturnSignedOut(back.state),
    queryFn: () => call(endpoints.instantPayment.callbackSignedOut, back),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { inline: true },
  });

/** The server accepts the parameters once, so a retry is harmless. */
export const bankReturnQuery = (back: RedirectCallback) =>
  queryOptions({
    queryKey: queryKeys.bankReturn(back.state),
    queryFn: () => call(endpoints.instantPayment.callback, back),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { inline: true },
  });
