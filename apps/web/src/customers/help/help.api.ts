import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { refreshSession } from '../../platform/session/session.ts';

type Contract = typeof contract.help;

/** A message reaches support within seconds. */
const pollIntervalMs = 3000;

const lastMessageKey = ['help-message'];

export const helpQuery = queryOptions({
  queryKey: ['help'],
  queryFn: ({ signal }) => call(endpoints.help.show, {}, { signal }),
});

export const lastMessageQuery = queryOptions({
  queryKey: lastMessageKey,
  queryFn: ({ signal }) => call(endpoints.help.lastMessage, {}, { signal }),
  select: ({ message }) => message,
  refetchInterval: ({ state }) => state.data?.message?.state === 'sending' && pollIntervalMs,
});

export const freezeQuery = queryOptions({
  queryKey: queryKeys.freeze,
  queryFn: ({ signal }) => call(endpoints.help.showFreeze, {}, { signal }),
});

const newestPayments = 25;

/** The newest payments, of which the page offers one. */
export const newestPaymentsQuery = queryOptions({
  queryKey: [...queryKeys.payments, 'newest'],
  queryFn: ({ signal }) => call(endpoints.payment.list, { size: newestPayments }, { signal }),
  select: ({ list }) => list,
});

export function useSendHelpMessage() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<Contract['sendMessage']>) => call(endpoints.help.sendMessage, input),
    onSuccess: (message) => cache.setQueryData(lastMessageKey, { message }),
    meta: { showsOwnError: true },
  });
}

/** The status of the account changes with it, so the session is fetched again. */
export function useFreeze() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<Contract['freeze']>) => call(endpoints.help.freeze, input),
    onSuccess: (freeze) => {
      cache.setQueryData(queryKeys.freeze, freeze);
      void refreshSession();
    },
    meta: { showsOwnError: true },
  });
}
